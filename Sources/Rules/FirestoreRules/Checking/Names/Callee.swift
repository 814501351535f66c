/// The meaning of a call's name.
enum Callee {
    /// A repeated name has several numbers of parameters.
    case declared(Int, parameterCounts: [Int])
    /// Functions of a service are known wherever its rules call, but belong inside the service.
    case builtIn(Signature, outsideOfService: Bool)
    case none

    /// A function or method that is known everywhere, or does not exist.
    init(_ signature: Signature?) {
        self = signature.map { .builtIn($0, outsideOfService: false) } ?? .none
    }

    /// How many arguments can be passed.
    var parameterCounts: [Int] {
        switch self {
        case .declared(_, let parameterCounts): parameterCounts
        case .builtIn(let signature, _): [signature.parameterCount]
        case .none: []
        }
    }

    var isOutsideOfService: Bool {
        switch self {
        case .builtIn(_, let outsideOfService): outsideOfService
        case .declared, .none: false
        }
    }
}

extension RulesChecker {
    /// The meaning of a call's name in a place.
    func callee(_ name: String, in context: ExpressionContext) -> Callee {
        let functions = declarations.functions(name, in: context.scope)
        if let first = functions.first {
            return .declared(
                first, parameterCounts: functions.map { declarations.functions[$0].syntax.parameters.count })
        }
        guard let function = BuiltInFunction.named(name), context.services.know(function) else {
            return .none
        }
        let isGlobal = declarations.scopes[context.scope].isGlobal
        return .builtIn(
            function.signature, outsideOfService: isGlobal && function.availability == .firestore)
    }
}
