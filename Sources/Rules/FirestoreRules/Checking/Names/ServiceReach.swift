/// The services whose conditions reach each function. Like Google's compiler, it follows calls by name.
///
/// It goes through scopes from the inside out. Each call, also of a method, reaches the functions of its name in the first scope
/// that declares some, whether or not that is the one meant.
struct ServiceReach {
    private(set) var services: [RulesService]
    private let declarations: DeclarationIndex
    private let calledNames: [[String]]
    private var pending: [String: RulesService] = [:]

    init(_ declarations: DeclarationIndex) {
        self.declarations = declarations
        services = Array(repeating: [], count: declarations.functions.count)
        let names = Set(declarations.functions.map(\.syntax.name.name))
        calledNames = declarations.functions.map { function in
            function.mentions.flatMap { $0.calledNames(among: names) }
        }
        var callers: [[(names: [String], service: RulesService)]] = declarations.scopes.map { _ in [] }
        for condition in declarations.conditions {
            callers[condition.scope].append(
                (condition.mentions.calledNames(among: names), condition.service))
        }
        close(0, children: declarations.children, callers: callers)
    }

    private mutating func close(
        _ scope: Int, children: [[Int]], callers: [[(names: [String], service: RulesService)]]
    ) {
        for child in children[scope] { close(child, children: children, callers: callers) }
        for caller in callers[scope] { leave(caller.names, for: caller.service) }
        let functions = declarations.scopes[scope].functions
        var open = Array(functions.keys)
        while let name = open.popLast() {
            guard let service = pending[name] else { continue }
            for function in functions[name] ?? [] where !services[function].isSuperset(of: service) {
                services[function].formUnion(service)
                leave(calledNames[function], for: services[function])
                open += calledNames[function].filter { functions[$0] != nil }
            }
        }
        for name in functions.keys { pending[name] = nil }
    }

    private mutating func leave(_ names: [String], for service: RulesService) {
        for name in names { pending[name, default: []].formUnion(service) }
    }
}

extension Mentions {
    fileprivate func calledNames(among known: Set<String>) -> [String] {
        calls.compactMap { call in
            switch call.kind {
            case .function, .method: known.contains(call.name.name) ? call.name.name : nil
            case .packaged: nil
            }
        }
    }
}
