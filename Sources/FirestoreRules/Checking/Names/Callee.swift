/// What the name of a call means.
enum Callee {
    case declared(Int, parameterCount: Int)
    /// Functions of a service are known where its rules come, but belong into the service.
    case builtIn(Signature, outsideOfService: Bool)
    case none

    var parameterCount: Int? {
        switch self {
        case .declared(_, let parameterCount): parameterCount
        case .builtIn(let signature, _): signature.parameterCount
        case .none: nil
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
    /// What the name of a call means in a place.
    func callee(_ name: String, in context: ExpressionContext) -> Callee {
        if let function = declarations.function(name, in: context.scope) {
            return .declared(
                function, parameterCount: declarations.functions[function].syntax.parameters.count)
        }
        if let signature = FunctionSignatures.global[name] {
            return .builtIn(signature, outsideOfService: false)
        }
        guard let signature = context.services.function(name) else { return .none }
        let isGlobal = declarations.scopes[context.scope].isGlobal
        return .builtIn(
            signature, outsideOfService: isGlobal && FunctionSignatures.firestore[name] != nil)
    }
}
