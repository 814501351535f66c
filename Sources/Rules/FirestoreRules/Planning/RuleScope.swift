/// What names mean at one place of the source: levels of declarations, the innermost last, and the variables of the function around.
struct RuleScope {
    /// What a file, a service or a match block declares.
    struct Level {
        /// Wildcards of the template, by their places among the variables of the block.
        var captures: [String: Int] = [:]
        var functions: [String: FunctionSyntax] = [:]
    }

    private var levels: [Level] = []
    /// Parameters and `let`s.
    private var locals: [String: Int] = [:]

    mutating func enter(captures: [String: Int] = [:], functions: [FunctionSyntax]) {
        let named = functions.map { ($0.name.name, $0) }
        levels.append(Level(captures: captures, functions: Dictionary(named) { first, _ in first }))
    }

    mutating func define(_ name: String, slot: Int) {
        locals[name] = slot
    }

    func local(_ name: String) -> Int? { locals[name] }

    /// The places of the wildcards of a name, the innermost first.
    func captures(_ name: String) -> [Int] { levels.reversed().compactMap { $0.captures[name] } }

    /// Whether a name stands for something else than a part of the environment.
    func defines(_ name: String) -> Bool { local(name) != nil || !captures(name).isEmpty }

    /// A function that can be called here, and what names mean where it was declared.
    func function(_ name: String) -> (syntax: FunctionSyntax, scope: RuleScope)? {
        guard let index = levels.lastIndex(where: { $0.functions[name] != nil }),
            let syntax = levels[index].functions[name]
        else { return nil }
        var scope = RuleScope()
        scope.levels = Array(levels[...index])
        return (syntax, scope)
    }
}
