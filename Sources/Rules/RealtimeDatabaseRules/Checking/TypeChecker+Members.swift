import PrintableText
import RulesCore

extension TypeChecker {
    func property(
        _ name: String, of receiver: RuleExpression, _ expression: RuleExpression
    ) throws(ExpressionProblem) -> ExpressionType {
        let type = try type(of: receiver)
        if type == .claim { return .claim }
        guard let member = BuiltInMember.all[name], member.isMember(of: type) else {
            throw unknown(name, of: type, receiver, expression)
        }
        if member.isMethod { throw uncalled(name, receiver, expression) }
        return member.result
    }

    /// Only parts of `auth` have an index.
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
                "An index must be a string or a number, not \(types.index.name).", at: index.range)
        }
        return .claim
    }

    func call(
        _ name: String, on receiver: RuleExpression, _ arguments: [RuleExpression],
        _ expression: RuleExpression
    ) throws(ExpressionProblem) -> ExpressionType {
        let type = try type(of: receiver)
        guard let method = BuiltInMember.all[name], method.isMethod, method.isMember(of: type) else {
            throw unknown(name, of: type, receiver, expression)
        }
        try check(arguments, of: method, expression)
        return method.result
    }

    private func check(
        _ arguments: [RuleExpression], of method: BuiltInMember, _ expression: RuleExpression
    ) throws(ExpressionProblem) {
        switch method.parameters {
        case .none: break
        case .strings(let names): try checkStrings(arguments, names.count, of: method, expression)
        case .optionalPaths: try checkPaths(arguments, of: method, expression)
        case .pattern:
            guard arguments.count == 1, case .pattern = arguments[0].kind else {
                throw ExpressionProblem(
                    "\(method.name)() takes a regular expression literal, such as /^[a-z]+$/.",
                    at: arguments.first?.range ?? expression.range, hint: method.reference.usage)
            }
        }
    }

    private func checkStrings(
        _ arguments: [RuleExpression], _ count: Int, of method: BuiltInMember, _ expression: RuleExpression
    ) throws(ExpressionProblem) {
        if arguments.count != count {
            let wanted = ["no arguments", "1 argument", "2 arguments"][count]
            throw ExpressionProblem(
                "\(method.name)() takes \(wanted), not \(arguments.count).", at: expression.range,
                hint: method.reference.usage)
        }
        for argument in arguments {
            let type = try type(of: argument)
            guard type.mayBeString else {
                throw ExpressionProblem(
                    "\(method.name)() takes a string, not \(type.name).", at: argument.range,
                    hint: method.reference.usage)
            }
        }
    }

    private func checkPaths(
        _ arguments: [RuleExpression], of method: BuiltInMember, _ expression: RuleExpression
    ) throws(ExpressionProblem) {
        if arguments.isEmpty { return }
        guard arguments.count == 1, case .list(let paths) = arguments[0].kind, !paths.isEmpty else {
            throw ExpressionProblem(
                "\(method.name)() takes no arguments, or a list of at least one string.",
                at: arguments.count == 1 ? arguments[0].range : expression.range,
                hint: method.reference.usage)
        }
        for path in paths {
            let type = try type(of: path)
            guard type.mayBeString else {
                throw ExpressionProblem(
                    "\(method.name)() takes a list of strings, not of \(type.name).", at: path.range,
                    hint: method.reference.usage)
            }
        }
    }

    private func uncalled(
        _ name: String, _ receiver: RuleExpression, _ expression: RuleExpression
    ) -> ExpressionProblem {
        ExpressionProblem(
            "'\(name)' is a method: call it as \(name)().", at: place(behind: receiver, expression))
    }

    private func unknown(
        _ name: String, of type: ExpressionType, _ receiver: RuleExpression, _ expression: RuleExpression
    ) -> ExpressionProblem {
        ExpressionProblem(
            "No such method/property '\(name.printable(limit: 60))'.",
            at: place(behind: receiver, expression),
            hint: BuiltInMember.all.values.filter { $0.isMember(of: type) }.map(\.reference)
                .suggestion(for: name))
    }

    private func place(behind receiver: RuleExpression, _ expression: RuleExpression) -> Range<Int> {
        min(receiver.range.upperBound, expression.range.upperBound)..<expression.range.upperBound
    }
}
