/// The declarations of a ruleset, each with its scope.
struct DeclarationIndex {
    /// A file, a service or a match block. Names are looked up from the inside out.
    struct Scope {
        var parent: Int?
        var isGlobal: Bool
        /// The functions of each name, of which only the first one counts.
        var functions: [String: [Int]] = [:]
        var captures: [String: TypeSet] = [:]
    }

    struct Function {
        var syntax: FunctionSyntax
        var scope: Int
        /// Those of the bindings, then those of the result.
        var mentions: [Mentions]

        init(_ syntax: FunctionSyntax, in scope: Int) {
            self.syntax = syntax
            self.scope = scope
            mentions = syntax.bindings.map { Mentions($0.value) } + [Mentions(syntax.result)]
        }
    }

    struct Condition {
        var expression: Expression
        var mentions: Mentions
        var scope: Int
        /// The service that evaluates it; empty if none of the methods exists.
        var service: RulesService
    }

    private(set) var scopes: [Scope] = []
    private(set) var functions: [Function] = []
    private(set) var conditions: [Condition] = []

    init(_ ruleset: RulesetSyntax) {
        let file = open(in: nil, functions: ruleset.functions, isGlobal: true)
        for service in ruleset.services {
            let scope = open(in: file, functions: service.functions)
            for match in service.matches { add(match, of: RulesService(name: service.name.name), in: scope) }
        }
    }

    private mutating func add(_ match: MatchSyntax, of service: RulesService, in parent: Int) {
        let scope = open(in: parent, functions: match.functions, captures: match.template.captureTypes)
        for allow in match.allows {
            guard let condition = allow.condition else { continue }
            let methods = allow.methods.reduce(into: RulesMethodSet()) {
                $0.formUnion(RulesMethodSet(name: $1.name))
            }
            conditions.append(
                Condition(
                    expression: condition, mentions: Mentions(condition), scope: scope,
                    service: service.asking(for: methods)))
        }
        for match in match.matches { add(match, of: service, in: scope) }
    }

    private mutating func open(
        in parent: Int?, functions declared: [FunctionSyntax], captures: [String: TypeSet] = [:],
        isGlobal: Bool = false
    ) -> Int {
        var scope = Scope(parent: parent, isGlobal: isGlobal, captures: captures)
        for syntax in declared {
            functions.append(Function(syntax, in: scopes.count))
            scope.functions[syntax.name.name, default: []].append(functions.count - 1)
        }
        scopes.append(scope)
        return scopes.count - 1
    }

    /// The scopes in each scope.
    var children: [[Int]] {
        var children: [[Int]] = scopes.map { _ in [] }
        for (index, scope) in scopes.enumerated() {
            if let parent = scope.parent { children[parent].append(index) }
        }
        return children
    }

    /// The functions that a name means in a scope: one, unless it is repeated.
    func functions(_ name: String, in scope: Int) -> [Int] {
        search(from: scope) { $0.functions[name] } ?? []
    }

    /// All functions that can be called in a scope.
    func functions(in scope: Int) -> [Function] {
        sequence(first: scope) { scopes[$0].parent }
            .flatMap { scopes[$0].functions.values.compactMap(\.first) }.sorted().map { functions[$0] }
    }

    /// The function whose calls count for this one: the first of its name in its scope.
    func original(of function: Int) -> Int {
        let declared = functions[function]
        return scopes[declared.scope].functions[declared.syntax.name.name]?.first ?? function
    }

    /// The types of the capture that a name means in a scope.
    func capture(_ name: String, in scope: Int) -> TypeSet? {
        search(from: scope) { $0.captures[name] }
    }

    private func search<Found>(from scope: Int, _ find: (Scope) -> Found?) -> Found? {
        var next: Int? = scope
        while let current = next {
            if let found = find(scopes[current]) { return found }
            next = scopes[current].parent
        }
        return nil
    }
}

extension PathTemplateSyntax {
    /// The names of the wildcards.
    var captures: [Identifier] {
        segments.compactMap { segment in
            switch segment {
            case .literal: nil
            case .capture(let name), .glob(let name): name
            }
        }
    }

    /// The captures with their types: the compiler gives all captures of one template the types of all of them.
    fileprivate var captureTypes: [String: TypeSet] {
        let types = segments.reduce([] as TypeSet) { types, segment in
            switch segment {
            case .literal: types
            case .capture: types.union(.string)
            case .glob: types.union(.path)
            }
        }
        return Dictionary(captures.map { ($0.name, types) }) { first, _ in first }
    }
}
