/// The types that operators take and give.
enum OperatorSignatures {
    static let not = Signature(.bool, result: .bool)
    static let negative = Signature([
        .init(parameters: [.number], result: .number),
        .init(parameters: [[.duration]], result: [.duration]),
    ])
    static let logical = Signature(.bool, .bool, result: .bool)
    /// Takes anything: of operands that do not fit, only the evaluation speaks.
    static let comparison = Signature(nil, nil, result: .bool)
    static let membership = Signature(nil, [.list, .set, .map, .constraint], result: .bool)
    static let typeTest = Signature(nil, result: .bool)
    static let arithmetic = Signature(.number, .number, result: .number)
    static let addition = Signature([
        .init(parameters: [.number, .number], result: .number),
        .init(parameters: [.string, .string], result: .string),
        .init(parameters: [[.duration], [.duration]], result: [.duration]),
        .init(parameters: [[.duration], [.timestamp]], result: [.timestamp]),
        .init(parameters: [[.timestamp], [.duration]], result: [.timestamp]),
    ])
    static let subtraction = Signature([
        .init(parameters: [.number, .number], result: .number),
        .init(parameters: [[.duration], [.duration]], result: [.duration]),
        .init(parameters: [[.timestamp], [.duration]], result: [.timestamp]),
        .init(parameters: [[.timestamp], [.timestamp]], result: [.duration]),
    ])
    static let member = Signature(.map, result: nil)
    static let index = Signature([
        .init(parameters: [.string, [.int]], result: .string),
        .init(parameters: [.list, [.int]], result: nil),
        .init(parameters: [.map, .string], result: nil),
        .init(parameters: [.path, [.int, .string]], result: nil),
    ])
    static let slice: Signature = {
        let bound: TypeSet = [.null, .int]
        return Signature([
            .init(parameters: [.string, bound, bound], result: .string),
            .init(parameters: [.list, bound, bound], result: .list),
            .init(parameters: [.path, bound, bound], result: .path),
        ])
    }()
    /// What a path may have in `$(…)`.
    static let interpolation: TypeSet = [.path, .null, .int, .float, .string, .bool]

    static func signature(of operation: UnaryOperator) -> Signature {
        switch operation {
        case .not: not
        case .negative: negative
        }
    }

    static func signature(of operation: BinaryOperator) -> Signature {
        switch operation {
        case .or, .and: logical
        case .in: membership
        case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: comparison
        case .add: addition
        case .subtract: subtraction
        case .multiply, .divide, .remainder: arithmetic
        }
    }
}
