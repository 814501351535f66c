import FirestoreModel

extension RuleError {
    /// The text in Google's words.
    ///
    /// Source: denial messages and coverage reports of Google's emulator.
    package var message: String {
        switch self {
        case .nullValue: "Null value error."
        case .undefinedProperty(let name): "Property \(name) is undefined on object."
        case .type(let received, let expected):
            "Type error. Received: [\(received.rawValue)] Expected: "
                + "[\(expected.map(\.rawValue).joined(separator: ","))]."
        case .operands(let operation, let left, let right):
            RuleError.unsupported(
                "\(left.rawValue) \(operation.rawValue) \(right.rawValue)", operation.overloads)
        case .operand(let operation, let type):
            RuleError.unsupported(operation.rawValue + type.rawValue, operation.overloads)
        case .index(let type, let index):
            RuleError.unsupported("\(type.rawValue)[\(index.rawValue)]", type.indexes)
        case .range(let type, let from, let to):
            RuleError.unsupported("\(type.rawValue)[\(from.rawValue):\(to.rawValue)]", type.ranges)
        case .method(let method, let type, let arguments): RuleError.message(method, type, arguments)
        case .function(let name, let arguments):
            RuleError.message(name, name, BuiltInFunction.named(name)?.overloads ?? [], arguments)
        case .unsupported(let received, let expected): RuleError.unsupported(received, expected)
        case .functionNotFound(let name): "Function not found error: Name: [\(name)]."
        case .argumentCount(let received, let expected):
            "Incorrect number of arguments. Received: \(received). Expected: \(expected)."
        case .indexOutOfBounds(let index, let size):
            "Index out of bound error. Index: [\(index)] , size: [\(size)]."
        case .illegalRange(let from, let to):
            "Illegal range error. From index: [\(from)] , To index: [\(to)]."
        case .divideByZero: "Divide by zero error."
        case .conversion(let argument, let from, let to):
            "Type conversion error. Argument: [\(argument)], From type: [\(from.rawValue)], To type: [\(to.rawValue)]."
        case .invalidPattern(let pattern): "Invalid regular expression pattern. Pattern: \(pattern)."
        case .noSuchGroup(let name): "Invalid replacement. The pattern has no group \(name)."
        case .variableRead(let name): "Variable read error. Variable: [\(name)]."
        case .serviceCall(let function, let argument):
            "Service call error. Function: [\(function)], Argument: [\(argument)]."
        case .unboundVariable(let name): "Variable \(name) is not bound in path template."
        case .unknownTemplateVariables(let names):
            "Variable(s) \(names.joined(separator: ",")) do not exist in the path template."
        case .duplicateTemplateVariable(let name): "Variable \(name) already exists in the PathTemplate."
        case .variableAlreadyBound(let name): "Variable \(name) is already bound."
        case .emptyBinding(let name): "Cannot bind empty value to path template variable \(name)."
        case .emptyPathTemplate: "Empty Path Template is not allowed."
        case .invalidPathTemplate(let text, let problem): "Invalid Path Template \(text). \(problem)"
        case .noEqualityOfConstraints: "Equality is not defined for type CONSTRAINT_VALUE"
        case .integerOutOfRange, .timestampOutOfRange, .durationOutOfRange, .yearOutOfRange, .noSuchDate,
            .pointOutOfRange, .resultTooLarge, .tooMuchWork, .tooMuchMemory:
            rangeMessage
        case .other(let text): text
        }
    }

    /// Whether the value or package does not have the operation, whatever the arguments.
    var isFunctionNotFound: Bool {
        switch self {
        case .functionNotFound: true
        case .method(let name, let type, _): BuiltInMethod.all[name]?.isMethod(of: type) != true
        default: false
        }
    }

    private var rangeMessage: String {
        switch self {
        case .integerOutOfRange:
            "Integer value is out of the [-9223372036854775808, 9223372036854775807] range."
        case .timestampOutOfRange:
            "Timestamp is not valid. Seconds must be in range [-62,135,596,800, +253,402,300,799]. "
                + "Nanos must be in range [0, +999,999,999]."
        case .durationOutOfRange:
            "Duration is not valid. Seconds must be in range [-315,576,000,000, +315,576,000,000]. "
                + "Nanos must be in range [-999,999,999, +999,999,999]. "
                + "Nanos must have the same sign as seconds."
        case .yearOutOfRange(let year):
            "Timestamp should be between 0001-01-01T00.00.00Z and 9999-12-31T23.59.59Z. year: \(year)."
        case .noSuchDate(let date):
            "Date is not valid. year: \(date.year), month: \(date.month) day: \(date.day)."
        case .pointOutOfRange(let latitude, let longitude):
            "Latitude should be in [-90,90] range and longitude should be in [-180,180] range. "
                + "latitude: \(latitude.javaText), longitude: \(longitude.javaText)."
        case .resultTooLarge(let type, let limit):
            "Result is too large. Type: [\(type.rawValue)], limit: [\(limit)]."
        case .tooMuchMemory:
            "The values that the rules make for one request take more than \(WorkMeter.mostBytes >> 20) MB."
        default:
            "The rules take more than \(WorkMeter.mostSteps / 1_000_000) million steps for one request: "
                + "they compare, match or search too much."
        }
    }

    private static func message(_ method: String, _ type: RuleType, _ arguments: [RuleType]) -> String {
        guard let overloads = BuiltInMethod.all[method]?.overloads(of: type) else {
            return RuleError.functionNotFound(method).message
        }
        // Messages call a constraint of a query a list.
        let receiver = type == .constraint ? RuleType.list : type
        return message(
            "\(type.rawValue).\(method)", "\(receiver.rawValue).\(method)", overloads, arguments)
    }

    private static func message(
        _ called: String, _ name: String, _ overloads: [[Parameter]], _ arguments: [RuleType]
    ) -> String {
        let expected = overloads.text(of: name)
        if arguments.count != overloads.first?.count {
            return RuleError.argumentCount(received: arguments.count, expected: expected).message
        }
        let types = arguments.map(\.rawValue).joined(separator: ", ")
        return unsupported("\(called)(\(types))", expected)
    }

    private static func unsupported(_ received: String, _ expected: String) -> String {
        "Unsupported operation error. Received: \(received). Expected: \(expected)."
    }
}

extension BinaryOperator {
    /// The pairs of types that an operator takes, as messages list them.
    fileprivate var overloads: String {
        let pairs =
            switch self {
            case .add:
                [
                    "int,int", "float,float", "string,string", "duration,duration", "duration,timestamp",
                    "timestamp,duration",
                ]
            case .subtract:
                ["int,int", "float,float", "duration,duration", "timestamp,duration", "timestamp,timestamp"]
            case .multiply, .divide, .remainder: ["int,int", "float,float"]
            default:
                [
                    "string,string", "bytes,bytes", "int,int", "float,float", "duration,duration",
                    "timestamp,timestamp", "constraint,any", "any,constraint",
                ]
            }
        return pairs.map { $0.split(separator: ",").joined(separator: " \(rawValue) ") }.joined(
            separator: ", ")
    }
}

extension UnaryOperator {
    fileprivate var overloads: String {
        switch self {
        case .not: "!bool"
        case .negative: "-int, -float, -duration"
        }
    }
}

extension RuleType {
    /// What `receiver[index]` takes, as messages list it.
    fileprivate var indexes: String {
        switch self {
        case .map: "map[string]"
        case .path: "path[string], path[int]"
        default: "\(rawValue)[int]"
        }
    }

    /// What `receiver[from:to]` takes, as messages list it.
    fileprivate var ranges: String {
        ["null:null", "null:int", "int:null", "int:int"].map { "\(rawValue)[\($0)]" }.joined(separator: ", ")
    }
}
