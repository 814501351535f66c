import FirestoreModel
import FirestoreRules
import RulesCore

/// Makes the table of who can do what from requests that a search found allowed.
package struct AccessSearch: Sendable {
    /// So many requests are made smaller for each cell.
    private static let attempts = 10
    /// How many requests one of them may take.
    private static let patience = 800
    /// After so many requests, a search for fields gives up.
    private static let requests = 25_000

    private let rules: AnalysedRules
    private let literals: Set<String>
    private let groups: [AllowedRequests.Group]
    private let templates: [AccessTemplate]

    package init(_ allowed: AllowedRequests) {
        rules = allowed.rules
        literals = Set(RulesVocabulary([allowed.rules.syntax]).strings)
        groups = allowed.groups
        templates = AccessTemplate.all(of: allowed.rules)
    }

    /// The table, in the order of the rules.
    ///
    /// - Parameter progress: Called with the number of rows before each one.
    /// - Throws: `CancellationError` when the task is cancelled.
    package func table(progress: (Int) -> Void = { _ in }) throws(CancellationError) -> AccessTable {
        var rows: [AccessTable.Row] = []
        for template in templates {
            progress(rows.count)
            var cells: [AccessTable.Cell] = []
            for method in RulesMethod.allCases {
                if Task.isCancelled { throw CancellationError() }
                cells += self.cells(of: template, method)
            }
            rows.append(AccessTable.Row(path: template.path, cells: cells))
        }
        return AccessTable(rows: rows)
    }

    private func cells(of template: AccessTemplate, _ method: RulesMethod) -> [AccessTable.Cell] {
        let requests = requests(for: template, method)
        let hasStatement = groups.contains {
            $0.method == method && template.isReached(by: rules.statements[$0.statement])
        }
        var cells = [
            AccessTable.Cell(
                method: method, field: nil, grants: grants(requests, template, method) { _ in true },
                hasStatement: hasStatement)
        ]
        guard method == .create || method == .update, !requests.isEmpty else { return cells }
        let fields = template.fields(in: rules)
        var writing = fields.map { field in
            requests.flatMap { $0.setting(field.name) }.filter { $0.isAllowed(by: rules.plan) }
        }
        let open = fields.indices.filter { writing[$0].isEmpty && fields[$0] != .other }
        let found = search(for: open.map { fields[$0].name }, template, method)
        for index in open { writing[index] = found[fields[index].name.string] ?? [] }
        for (field, writing) in zip(fields, writing) {
            let name = field.name
            let grants = grants(writing, template, method) { $0.sets(name) }
            cells.append(
                AccessTable.Cell(method: method, field: field, grants: grants, hasStatement: hasStatement))
        }
        return cells
    }

    /// Allowed requests that set some fields, by a search of their own: in some rules, one field changes only together with others.
    private func search(
        for fields: [FieldName], _ template: AccessTemplate, _ method: RulesMethod
    ) -> [String: [Scenario]] {
        let names = fields.map(\.string).filter { name in
            name.utf8.allSatisfy { $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\\") }
        }
        var (open, found): (Set<String>, [String: [Scenario]]) = (Set(names), [:])
        while !open.isEmpty {
            let list = open.sorted().map { "'\($0)'" }.joined(separator: ", ")
            // Whatever breaks this claim sets one of the fields.
            let claim = Claim(
                name: list, on: "\(method.rawValue) /\(template.path)",
                holds: method == .create
                    ? "!request.resource.data.keys().hasAny([\(list)])"
                    : "!request.resource.data.diff(resource.data).affectedKeys().hasAny([\(list)])")
            guard var attack = try? RulesAttack(claim, on: rules, seed: 1) else { return found }
            while attack.findings.isEmpty, attack.requests < AccessSearch.requests { attack.advance() }
            let scenarios = attack.findings.map(\.scenario)
            let set = open.filter { name in scenarios.contains { $0.sets(FieldName(name)) } }
            if set.isEmpty { return found }
            for name in set { found[name] = scenarios.filter { $0.sets(FieldName(name)) } }
            open.subtract(set)
        }
        return found
    }

    /// The allowed requests on a template's paths, the smallest first.
    private func requests(for template: AccessTemplate, _ method: RulesMethod) -> [Scenario] {
        var found: [(cost: Int, scenario: Scenario)] = []
        for group in groups where group.method == method {
            let statement = rules.statements[group.statement]
            guard template.isReached(by: statement) else { continue }
            for scenario in group.scenarios {
                let moved = statement.pattern == template.pattern ? scenario : template.moving(scenario)
                guard statement.pattern == template.pattern || moved.isAllowed(by: rules.plan) else {
                    continue
                }
                found.append((ScenarioCost.of(moved), moved))
            }
        }
        return found.sorted { $0.cost < $1.cost }.map(\.scenario)
    }

    /// Who makes some requests, from those who need least to those who need most.
    private func grants(
        _ requests: [Scenario], _ template: AccessTemplate, _ method: RulesMethod,
        where isIncluded: (Scenario) -> Bool
    ) -> [AccessTable.Grant] {
        func isShown(_ scenario: Scenario) -> Bool {
            scenario.request.method == method && template.matches(scenario.request.document)
                && isIncluded(scenario) && !(template.hasGlob && isElsewhere(scenario.request.document))
                && scenario.isAllowed(by: rules.plan)
        }
        func smallest(_ scenario: Scenario, where holds: (Scenario) -> Bool) -> Scenario {
            Shrinker.smallest(scenario, limit: AccessSearch.patience) { isShown($0) && holds($0) }
        }
        var grants: [AccessTable.Grant] = []
        func add(_ scenario: Scenario, as requester: Requester? = nil) {
            let grant = grant(scenario, template, as: requester)
            if !grants.contains(where: { $0.requester == grant.requester }) { grants.append(grant) }
        }
        if let open = requests.lazy.map(\.byNobody).first(where: isShown) {
            add(smallest(open) { $0.request.user == nil }, as: .anyone)
        }
        if grants.allSatisfy(\.isConditional),
            let open = requests.lazy.map({ $0.byStranger(besides: literals) }).first(where: {
                // Whoever is signed in can do what anyone can.
                isShown($0) && (grants.isEmpty || !$0.dependsOnData)
            })
        {
            add(smallest(open) { $0.isByStranger(besides: literals) })
        }
        if !grants.allSatisfy(\.isConditional) { return grants }
        var kinds: Set<Requester> = []
        for request in requests where request.request.user != nil {
            if kinds.count >= AccessSearch.attempts { break }
            if !isShown(request) || isShown(request.byStranger(besides: literals)) { continue }
            guard kinds.insert(Requester(of: request, at: template.segments, literals: literals)).inserted
            else {
                continue
            }
            func isTied(_ scenario: Scenario) -> Bool {
                scenario.request.user != nil && !isShown(scenario.byStranger(besides: literals))
            }
            add(smallest(request, where: isTied).untied { isShown($0) && isTied($0) })
        }
        return grants
    }

    /// Whether a document has a row of its own, so that a wildcard is not the place to show it.
    private func isElsewhere(_ document: DocumentPath) -> Bool {
        templates.contains { !$0.hasGlob && $0.matches(document) }
    }

    private func grant(
        _ scenario: Scenario, _ template: AccessTemplate, as known: Requester?
    ) -> AccessTable.Grant {
        let trace = ScenarioTrace(PreparedScenario(scenario), scenario.request, by: rules)
        let statement = rules.statements[trace.allowing ?? 0].syntax
        let extents = SourceExtents(rules.source)
        let condition = statement.condition.map { extents.text(extents.extent(of: $0.range)).onOneLine }
        let requester =
            known ?? Requester(of: scenario, at: template.segments, literals: literals)
        return AccessTable.Grant(
            requester: requester,
            rule: RulePlace(file: rules.source.name, line: statement.range.start.line),
            condition: condition == "true" ? nil : condition,
            isConditional: scenario.dependsOnData, example: scenario)
    }
}

extension AccessTable.Field {
    /// The name, or one that no rules speak of.
    fileprivate var name: FieldName {
        switch self {
        case .named(let name): FieldName(name)
        case .other: .unheardOf
        }
    }
}

extension Scenario {
    /// Whether documents hold something beside the id of the user, or the request writes something in particular.
    var dependsOnData: Bool {
        let isPlain = world.documents.allSatisfy { $0.path == request.document && $0.fields.isEmpty }
        return !isPlain || !request.query.tests.isEmpty
    }

    /// Whether the request sets a field, changes it or removes it.
    fileprivate func sets(_ field: FieldName) -> Bool {
        request.data[field] != world[request.document]?[field]
    }

    /// The request, and some like it, that set a field.
    fileprivate func setting(_ field: FieldName) -> [Scenario] {
        if sets(field) { return [self] }
        let stored = world[request.document]?[field]
        let values: [Value] = ["a", 1, .boolean(true), .array(["a"]), .timestamp(request.time), .null]
        return values.filter { $0 != stored }.map { value in
            var copy = self
            copy.request.data[field] = value
            return copy
        }
    }
}
