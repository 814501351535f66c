/// The types that operators take and give.
enum OperatorSignatures {
    static let not = Signature(.bool, result: .bool)
    static let negative = Signature([
        .init(parameters: [.number], result: .number),
        .init(parameters: [[.duration]], result: [.duration]),
    ])
    static let logical = Signature(.bool, .bool, result: .bool)
    /// The types that `==` takes: all, numbers first.
    static let equalityOperand = TypeSet.number.union(.any)
    /// Takes anything, because of constraints. Only the evaluation reports operands that do not fit.
    static let ordering: Signature = {
        let ordered: [TypeSet] = [.string, [.bytes], .number, [.duration], [.timestamp]]
        return Signature(
            ordered.map { .init(parameters: [$0, $0], result: .bool) } + [
                .init(parameters: [[.constraint], .any], result: .bool),
                .init(parameters: [.any, [.constraint]], result: .bool),
            ])
    }()
    static let membership = Signature(.any, [.list, .set, .map, .constraint], result: .bool)
    static let typeTest = Signature(.any, result: .bool)
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
    static let member = Signature(.map, result: .any)
    static let index = Signature([
        .init(parameters: [.string, [.int]], result: .string),
        .init(parameters: [.list, [.int]], result: .any),
        .init(parameters: [.map, .string], result: .any),
        .init(parameters: [.path, [.int, .string]], result: .any),
    ])
    static let slice: Signature = {
        let bound: TypeSet = [.null, .int]
        return Signature([
            .init(parameters: [.string, bound, bound], result: .string),
            .init(parameters: [.list, bound, bound], result: .list),
            .init(parameters: [.path, bound, bound], result: .path),
        ])
    }()
    /// The types that a path takes in `$(…)`.
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
        case .equal, .notEqual: Signature(equalityOperand, equalityOperand, result: .bool)
        case .less, .lessOrEqual, .greater, .greaterOrEqual: ordering
        case .add: addition
        case .subtract: subtraction
        case .multiply, .divide, .remainder: arithmetic
        }
    }
}
