import FirestoreModel
import FirestoreRules

/// The paths of a match block, as a row of the table.
struct AccessTemplate: Sendable {
    /// The whole template as it is written.
    let pattern: String
    /// Its segments, `databases` first.
    let segments: [PathTemplateSyntax.Segment]

    /// The templates of all allow statements, in the order of the rules.
    static func all(of rules: AnalysedRules) -> [AccessTemplate] {
        var patterns: Set<String> = []
        return rules.statements.compactMap { statement in
            guard patterns.insert(statement.pattern).inserted else { return nil }
            return AccessTemplate(pattern: statement.pattern, segments: statement.segments)
        }
    }

    /// The template below `documents`.
    var path: String {
        let parts = pattern.onOneLine.split(separator: "/").map(String.init)
        let rest = parts.count > 3 && parts.first == "databases" ? Array(parts.dropFirst(3)) : parts
        return rest.joined(separator: "/")
    }

    var hasGlob: Bool {
        segments.contains { if case .glob = $0 { true } else { false } }
    }

    /// Whether a document's path is one of the template's.
    func matches(_ document: DocumentPath) -> Bool {
        AccessTemplate.matches(segments.dropFirst(3), document.segments[...])
    }

    private static func matches(
        _ template: ArraySlice<PathTemplateSyntax.Segment>, _ ids: ArraySlice<ResourceID>
    ) -> Bool {
        guard let first = template.first else { return ids.isEmpty }
        let rest = template.dropFirst()
        switch first {
        case .literal(let text):
            return ids.first?.string == text && matches(rest, ids.dropFirst())
        case .capture: return !ids.isEmpty && matches(rest, ids.dropFirst())
        case .glob: return (0...ids.count).contains { matches(rest, ids.dropFirst($0)) }
        }
    }

    /// Whether a statement is about all of the template's paths: its own ones, or those below a `{name=**}`.
    func isReached(by statement: PlannedStatement) -> Bool {
        if statement.pattern == pattern { return true }
        guard !hasGlob, statement.hasGlob, let document = example else { return false }
        return AccessTemplate.matches(statement.segments.dropFirst(3), document.segments[...])
    }

    /// A document with one of the template's paths; nil for one with `{name=**}`.
    var example: DocumentPath? {
        if hasGlob { return nil }
        var ids: [ResourceID] = []
        for segment in segments.dropFirst(3) {
            switch segment {
            case .literal(let text): ids.append(ResourceID(text))
            case .capture, .glob:
                let isCollection = ids.count.isMultiple(of: 2)
                let first = ids.last?.string.first.map { String($0).lowercased() } ?? "d"
                ids.append(ResourceID(isCollection ? "things" : first + "1"))
            }
        }
        return DocumentPath(segments: ids)
    }

    /// The same request about a document with one of the template's paths.
    func moving(_ scenario: Scenario) -> Scenario {
        guard let path = example else { return scenario }
        var copy = scenario
        if let stored = copy.world[scenario.request.document] {
            copy.world[scenario.request.document] = nil
            copy.world[path] = stored
        }
        copy.request.document = path
        return copy
    }

    /// The fields that the conditions for the template's paths name, then any other one.
    func fields(in rules: AnalysedRules) -> [AccessTable.Field] {
        var names: [String] = []
        for statement in rules.statements where isReached(by: statement) {
            for name in rules.writtenFields(of: statement) where !names.contains(name) { names.append(name) }
        }
        return names.sorted().map { .named($0) } + [.other]
    }
}

extension AnalysedRules {
    /// The fields of the document that a statement's conditions for writes name.
    func writtenFields(of statement: PlannedStatement) -> [String] {
        let writes: RulesMethodSet = [RulesMethodSet(.create), RulesMethodSet(.update)]
        guard !statement.methods.isDisjoint(with: writes) else { return [] }
        return traced.reach(of: statement).expressions.flatMap(\.namedFields)
    }
}

extension Expression {
    /// The fields that an expression names, if it is about the document of the request.
    fileprivate var namedFields: [String] {
        switch kind {
        case .member(let receiver, let name): receiver.isData ? [name.name] : []
        case .index(let receiver, let name): receiver.isData ? [name.text].compactMap(\.self) : []
        case .method(_, let name, let arguments) where ["hasOnly", "hasAll", "hasAny"].contains(name.name):
            arguments.flatMap { argument -> [String] in
                guard case .list(let elements) = argument.kind else { return [] }
                return elements.compactMap(\.text)
            }
        case .method(let receiver, let name, let arguments) where name.name == "get" && receiver.isData:
            [arguments.first?.text].compactMap(\.self)
        case .binary(.in, let name, let receiver, _) where receiver.isData: [name.text].compactMap(\.self)
        default: []
        }
    }

    /// Whether it is the data of the request's document: `resource.data`, `request.resource.data`, or a name for it.
    private var isData: Bool {
        switch kind {
        case .member(let receiver, let name):
            guard name.name == "data" else { return false }
            switch receiver.kind {
            case .name("resource"): return true
            case .member(let request, let resource):
                if case .name("request") = request.kind { return resource.name == "resource" }
                return false
            default: return false
            }
        case .name(let name): return name != "request" && name != "resource"
        case .method(let receiver, let name, _): return name.name == "keys" && receiver.isData
        default: return false
        }
    }
}
