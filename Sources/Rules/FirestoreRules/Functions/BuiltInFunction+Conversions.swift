import FirestoreModel

extension BuiltInFunction {
    func convert(_ arguments: CallArguments) throws(EvaluationFailure) -> RuleValue? {
        guard arguments.count == 1 else { return nil }
        switch (self, arguments[0]) {
        case (.int, .int(let number)): return .int(number)
        case (.int, .float(let number)): return .int(Int64(javaCast: number))
        case (.int, .string(let text)):
            guard let number = Int64(javaText: text) else { throw .error(.conversion(text, to: .int)) }
            return .int(number)
        case (.float, .int(let number)): return .float(Double(number))
        case (.float, .float(let number)): return .float(number)
        case (.float, .string(let text)):
            guard let number = Double(javaText: text) else { throw .error(.conversion(text, to: .float)) }
            return .float(number)
        case (.string, let value): return .string(try value.converted())
        case (.path, .string(let text)): return .path(try RulePath(template: text))
        case (.vector, .list(let list)): return .vector(try list.numbers())
        default: return nil
        }
    }
}

extension RuleValue {
    /// The text that `string(value)` makes.
    ///
    /// - Throws: an error for a value that has none.
    package func converted() throws(EvaluationFailure) -> String {
        switch self {
        case .string(let text): return text
        case .int(let number): return String(number)
        case .float(let number): return number.javaText
        case .null: return "null"
        case .bool(let bool): return bool ? "true" : "false"
        case .path(let path): return path.segments.isEmpty ? "/" : path.text
        case .bytes, .list, .set, .map, .timestamp, .duration, .latlng, .mapDiff, .vector, .constraint:
            throw .error(.function(.string, [type]))
        }
    }
}

extension RuleList {
    /// The elements of a list of floats.
    fileprivate func numbers() throws(EvaluationFailure) -> [Double] {
        var numbers: [Double] = []
        for element in self {
            guard case .float(let number) = element else {
                throw .error(
                    .conversion(argument: TextProto.content(of: .list(self)), from: .list, to: .vector))
            }
            numbers.append(number)
        }
        return numbers
    }
}

extension RuleError {
    static func conversion(_ text: String, to type: RuleType) -> RuleError {
        .conversion(argument: text, from: .string, to: type)
    }
}
