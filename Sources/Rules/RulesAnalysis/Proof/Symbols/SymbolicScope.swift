import FirestoreRules

/// What names mean at one place of the rules: captures and functions, level by level, and the variables of the function around.
struct SymbolicScope {
    struct Level {
        var captures: [String: Symbol] = [:]
        var functions: [FunctionSyntax] = []
    }

    private var levels: [Level]
    private var locals: [String: Symbol] = [:]
    /// How many functions are around.
    private(set) var depth = 0

    init(_ levels: [Level]) {
        self.levels = levels
    }

    mutating func define(_ name: String, _ symbol: Symbol) { locals[name] = symbol }

    subscript(name: String) -> Symbol? {
        locals[name] ?? levels.reversed().lazy.compactMap { $0.captures[name] }.first
    }

    /// A function that can be called here, and what names mean where it was declared.
    func function(_ name: String) -> (syntax: FunctionSyntax, scope: SymbolicScope)? {
        for index in levels.indices.reversed() {
            guard let syntax = levels[index].functions.first(where: { $0.name.name == name }) else {
                continue
            }
            var scope = SymbolicScope(Array(levels[...index]))
            scope.depth = depth + 1
            return (syntax, scope)
        }
        return nil
    }
}

/// An allow statement with what is around it.
struct ScopedStatement {
    /// The whole template, from `databases` on.
    let segments: [PathTemplateSyntax.Segment]
    /// For each level the captures, by the number of their segment, and the functions.
    let levels: [(captures: [String: Int], functions: [FunctionSyntax])]
    let syntax: AllowSyntax
    let methods: RulesMethodSet
    /// Whether the version of the language is the first one.
    let globNeedsSegment: Bool

    /// The statements of rules for Cloud Firestore.
    static func all(of rules: RulesetSyntax) -> [ScopedStatement] {
        rules.services.filter { $0.name.name == "cloud.firestore" }.flatMap { service in
            service.matches.flatMap { match in
                all(
                    of: match, below: [], [([:], rules.functions), ([:], service.functions)],
                    globNeedsSegment: rules.version == .one)
            }
        }
    }

    private static func all(
        of match: MatchSyntax, below outer: [PathTemplateSyntax.Segment],
        _ levels: [(captures: [String: Int], functions: [FunctionSyntax])], globNeedsSegment: Bool
    ) -> [ScopedStatement] {
        var captures: [String: Int] = [:]
        for (index, segment) in match.template.segments.enumerated() {
            switch segment {
            case .literal: continue
            case .capture(let name), .glob(let name): captures[name.name] = outer.count + index
            }
        }
        let segments = outer + match.template.segments
        let levels = levels + [(captures, match.functions)]
        return match.allows.map { allow in
            ScopedStatement(
                segments: segments, levels: levels, syntax: allow,
                methods: allow.methods.reduce(into: RulesMethodSet()) {
                    $0.formUnion(RulesMethodSet(name: $1.name))
                }, globNeedsSegment: globNeedsSegment)
        }
            + match.matches.flatMap {
                all(of: $0, below: segments, levels, globNeedsSegment: globNeedsSegment)
            }
    }
}

extension ScopedStatement {
    /// The place of the first glob; nil without one.
    var glob: Int? {
        segments.firstIndex { if case .glob = $0 { true } else { false } }
    }

    var endsInLiteral: Bool { if case .literal? = segments.last { true } else { false } }

    /// Whether a literal segment before a glob differs from that of another statement.
    func excludes(_ other: ScopedStatement) -> Bool {
        for (mine, theirs) in zip(segments, other.segments) {
            switch (mine, theirs) {
            case (.literal(let text), .literal(let name)): if text != name { return true }
            case (.glob, _), (_, .glob): return false
            default: continue
            }
        }
        return false
    }

    /// The template as text, for comparing it.
    var template: String {
        segments.map { segment in
            switch segment {
            case .literal(let text): "/" + text
            case .capture: "/{}"
            case .glob: "/{**}"
            }
        }.joined()
    }
}
