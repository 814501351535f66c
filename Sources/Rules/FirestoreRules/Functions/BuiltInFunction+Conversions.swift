import FirestoreModel

extension BuiltInFunction {
    /// Functions that convert a value to another type.
    static let conversions: [BuiltInFunction] = [
        BuiltInFunction(
            "int", "A number rounded towards zero, or the integer that a decimal text stands for.",
            [[.int], [.float], [.string]],
            gives: [.int]
        ) { arguments throws(EvaluationFailure) in
            switch arguments.only {
            case .int(let number): return .int(number)
            case .float(let number): return .int(Int64(javaCast: number))
            case .string(let text):
                guard let number = Int64(javaText: text) else { throw .error(.conversion(text, to: .int)) }
                return .int(number)
            default: return nil
            }
        },
        BuiltInFunction(
            "float", "A number as a float, or the float that a decimal text stands for.",
            [[.int], [.float], [.string]],
            gives: [.float]
        ) { arguments throws(EvaluationFailure) in
            switch arguments.only {
            case .int(let number): return .float(Double(number))
            case .float(let number): return .float(number)
            case .string(let text):
                guard let number = Double(javaText: text) else { throw .error(.conversion(text, to: .float)) }
                return .float(number)
            default: return nil
            }
        },
        BuiltInFunction(
            "string", "A simple value as text.",
            [[.int], [.float], [.null], [.string], [.bool], [.path]],
            gives: .string
        ) { arguments throws(EvaluationFailure) in
            guard let value = arguments.only else { return nil }
            return .string(try value.converted())
        },
        BuiltInFunction(
            "path", "A text such as '/users/bob' as a path.", [[.string]], gives: .path
        ) { arguments throws(EvaluationFailure) in
            guard let text = arguments.onlyString else { return nil }
            return .path(try RulePath(template: text))
        },
        BuiltInFunction(
            "vector", "A list of floats as a vector.", [[.list]], gives: [.vector]
        ) { arguments throws(EvaluationFailure) in
            guard let list = arguments.onlyList else { return nil }
            return .vector(try list.numbers())
        },
    ]
}

extension RuleValue {
    /// The result of `string(value)`.
    ///
    /// - Throws: an error for a value without one.
    package func converted() throws(EvaluationFailure) -> String {
        switch self {
        case .string(let text): return text
        case .int(let number): return String(number)
        case .float(let number): return number.javaText
        case .null: return "null"
        case .bool(let bool): return bool ? "true" : "false"
        case .path(let path): return path.segments.isEmpty ? "/" : path.text
        case .bytes, .list, .set, .map, .timestamp, .duration, .latlng, .mapDiff, .vector, .constraint:
            throw .error(.function("string", [type]))
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
