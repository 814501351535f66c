/// A function of the language that needs nothing but its arguments, alone or in a package.
///
/// `get` and its like, which read documents, are the evaluator's.
package enum BuiltInFunction: String, CaseIterable, Sendable {
    case int, float, string, path, vector, debug
    case abs = "math.abs"
    case ceil = "math.ceil"
    case floor = "math.floor"
    case round = "math.round"
    case sqrt = "math.sqrt"
    case pow = "math.pow"
    case isNaN = "math.isNaN"
    case md5 = "hashing.md5"
    case sha256 = "hashing.sha256"
    case crc32 = "hashing.crc32"
    case crc32c = "hashing.crc32c"
    case timestampDate = "timestamp.date"
    case timestampValue = "timestamp.value"
    case durationValue = "duration.value"
    case durationTime = "duration.time"
    case durationAbs = "duration.abs"
    case latlngValue = "latlng.value"

    /// The names that stand before a dot and are no variables.
    package static let packages: Set<String> = ["duration", "hashing", "latlng", "math", "timestamp"]

    /// The function of a name, in a package or outside of all of them.
    package init?(package: String?, name: String) {
        self.init(rawValue: package.map { "\($0).\(name)" } ?? name)
    }

    /// Calls the function.
    package func call(
        _ arguments: CallArguments, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue {
        // Parsing and hashing look at a text a few times.
        if case .string(let text)? = arguments.first { try work.charge(text.utf8.count) }
        if case .bytes(let bytes)? = arguments.first { try work.charge(bytes.count) }
        if case .list(let list)? = arguments.first { try work.charge(list.count) }
        let result =
            switch self {
            case .int, .float, .string, .path, .vector: try convert(arguments)
            case .debug: try debug(arguments)
            case .abs, .ceil, .floor, .round, .sqrt, .pow, .isNaN: calculate(arguments)
            case .md5, .sha256, .crc32, .crc32c: hash(arguments)
            case .timestampDate, .timestampValue: try makeTimestamp(arguments)
            case .durationValue, .durationTime, .durationAbs: try makeDuration(arguments)
            case .latlngValue: try makePoint(arguments)
            }
        if let result { return result }
        throw .error(.function(self, arguments.map(\.type)))
    }

    /// Gives back its first argument; printing it is for whom runs the rules.
    private func debug(_ arguments: CallArguments) throws(EvaluationFailure) -> RuleValue {
        guard let value = arguments.first else {
            throw .error(.serviceCall(function: "debug", argument: ""))
        }
        return value
    }
}

extension BuiltInFunction {
    /// The parameters, one text for each overload.
    var overloads: [String] {
        switch self {
        case .int: ["int", "float", "string"]
        case .float: ["int", "float", "string"]
        case .string: ["int", "float", "null", "string", "bool", "path"]
        case .path: ["string"]
        case .vector: ["list"]
        case .debug: ["any"]
        case .abs: ["int", "float"]
        case .ceil, .floor, .round, .sqrt, .isNaN: ["float"]
        case .pow, .latlngValue: ["float, float"]
        case .md5, .sha256, .crc32, .crc32c: ["bytes", "string"]
        case .timestampDate: ["int, int, int"]
        case .timestampValue: ["int", "string"]
        case .durationValue: ["int, string"]
        case .durationTime: ["int, int, int, int"]
        case .durationAbs: ["duration"]
        }
    }
}
