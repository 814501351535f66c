import PrintableText

extension TypeChecker {
    func property(
        _ name: String, of receiver: RuleExpression, _ expression: RuleExpression
    ) throws(ExpressionProblem) -> ExpressionType {
        let type = try type(of: receiver)
        switch type {
        case .claim: return .claim
        case .query:
            if let property = QueryProperty(rawValue: name) { return property.type }
        case .string, .value:
            if name == "length" { return .number }
            if StringMethod(rawValue: name) != nil { throw uncalled(name, receiver, expression) }
        case .snapshot:
            if SnapshotMethod(rawValue: name) != nil { throw uncalled(name, receiver, expression) }
        case .null, .boolean, .number, .pattern, .list: break
        }
        throw unknown(name, receiver, expression)
    }

    /// Only what is in a token can be asked for by an index.
    func element(
        _ index: RuleExpression, of receiver: RuleExpression, _ expression: RuleExpression
    ) throws(ExpressionProblem) -> ExpressionType {
        let types = (receiver: try type(of: receiver), index: try type(of: index))
        guard types.receiver == .claim else {
            throw ExpressionProblem(
                "Invalid property access: only parts of auth have an index.", at: expression.range)
        }
        guard types.index.mayBeString || types.index.mayBeNumber else {
            throw ExpressionProblem(
                "An index has to be a string or a number, not \(types.index.name).", at: index.range)
        }
        return .claim
    }

    func call(
        _ name: String, on receiver: RuleExpression, _ arguments: [RuleExpression],
        _ expression: RuleExpression
    ) throws(ExpressionProblem) -> ExpressionType {
        let type = try type(of: receiver)
        if type == .snapshot, let method = SnapshotMethod(rawValue: name) {
            if method == .hasChildren {
                try checkNames(arguments, expression)
            } else {
                try checkStrings(arguments, method.stringCount, name, expression)
            }
            return method.result
        }
        if type.mayBeString, let method = StringMethod(rawValue: name) {
            if method == .matches {
                guard arguments.count == 1, case .pattern = arguments[0].kind else {
                    throw ExpressionProblem(
                        "matches() takes a regular expression that is written out, such as /^[a-z]+$/.",
                        at: arguments.first?.range ?? expression.range)
                }
            } else {
                try checkStrings(arguments, method.stringCount, name, expression)
            }
            return method.result
        }
        throw unknown(name, receiver, expression)
    }

    private func checkStrings(
        _ arguments: [RuleExpression], _ count: Int, _ name: String, _ expression: RuleExpression
    ) throws(ExpressionProblem) {
        if arguments.count != count {
            let wanted = ["no arguments", "1 argument", "2 arguments"][count]
            throw ExpressionProblem(
                "\(name)() takes \(wanted), not \(arguments.count).", at: expression.range)
        }
        for argument in arguments {
            let type = try type(of: argument)
            guard type.mayBeString else {
                throw ExpressionProblem("\(name)() takes a string, not \(type.name).", at: argument.range)
            }
        }
    }

    private func checkNames(
        _ arguments: [RuleExpression], _ expression: RuleExpression
    ) throws(ExpressionProblem) {
        if arguments.isEmpty { return }
        guard arguments.count == 1, case .list(let names) = arguments[0].kind, !names.isEmpty else {
            throw ExpressionProblem(
                "hasChildren() takes nothing, or a list of one string or more.",
                at: arguments.count == 1 ? arguments[0].range : expression.range)
        }
        for name in names {
            let type = try type(of: name)
            guard type.mayBeString else {
                throw ExpressionProblem(
                    "hasChildren() takes a list of strings, not of \(type.name).", at: name.range)
            }
        }
    }

    private func uncalled(
        _ name: String, _ receiver: RuleExpression, _ expression: RuleExpression
    ) -> ExpressionProblem {
        ExpressionProblem(
            "'\(name)' is a method: it is called as \(name)().", at: place(behind: receiver, expression))
    }

    private func unknown(
        _ name: String, _ receiver: RuleExpression, _ expression: RuleExpression
    ) -> ExpressionProblem {
        ExpressionProblem(
            "No such method/property '\(name.printable(limit: 60))'.", at: place(behind: receiver, expression)
        )
    }

    private func place(behind receiver: RuleExpression, _ expression: RuleExpression) -> Range<Int> {
        min(receiver.range.upperBound, expression.range.upperBound)..<expression.range.upperBound
    }
}
