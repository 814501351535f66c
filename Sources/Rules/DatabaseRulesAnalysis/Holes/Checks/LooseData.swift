import AnalysisCore
import PrintableText
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// What a rule lets into the database: texts without a limit, values of any type, children that no rule names.
struct LooseData {
    let subject: DatabaseHoleSubject

    /// Something that careless rules let in.
    private struct Probe {
        let kind: HoleKind
        let severity: HoleSeverity
        /// In words, for some children.
        let text: String
        /// The values to write: all of them must be allowed.
        let values: [DataNode]

        static let anyType = Probe(
            kind: .anyType, severity: .note, text: "a value of any type",
            values: [.number(7), .string("a"), .boolean(true), LooseData.object])
        static let longText = Probe(
            kind: .unbounded, severity: .warning, text: "a text of any length",
            values: [.string(String(repeating: "a", count: 50_000))])
        static let anyChild = Probe(
            kind: .anyField, severity: .note, text: "children that the rules do not name",
            values: [.string("a")])
    }

    private static var object: DataNode {
        var children = DataChildren()
        children["a"] = .number(1)
        return DataNode(children)
    }

    /// A child that no rules name.
    private static let unheardOf: DataKey = "anything"

    var holes: [DatabaseHole] {
        var accepted: [(probe: Probe, children: [DatabasePath], scenario: DatabaseScenario)] = []
        func add(_ probe: Probe, _ child: DatabasePath, _ scenario: DatabaseScenario) {
            if let index = accepted.firstIndex(where: { $0.probe.kind == probe.kind }) {
                accepted[index].children.append(child)
            } else {
                accepted.append((probe, [child], scenario))
            }
        }
        for child in children {
            for probe in [Probe.anyType, .longText] {
                if let found = smallest(probe, at: child) { add(probe, child, found) }
            }
        }
        let unheardOf = DatabasePath([LooseData.unheardOf])
        // Where any value may be, so may any child.
        let takesAll = accepted.contains {
            $0.probe.kind == .anyType && $0.children.contains(where: \.isRoot)
        }
        if !takesAll, let found = smallest(.anyChild, at: unheardOf) { add(.anyChild, unheardOf, found) }
        return accepted.map { probe, children, scenario in
            let place = probe.kind == .anyField ? "" : " \(LooseData.words(children))"
            return subject.hole(
                probe.kind, probe.severity, "a write accepts \(probe.text)\(place): \(scenario.sentence)",
                scenario)
        }
    }

    /// Such as ``in `text`, `author/name` ``.
    private static func words(_ children: [DatabasePath]) -> String {
        if children.contains(where: \.isRoot) { return "at the path itself" }
        return "in " + children.map { "`\($0.withoutSlash.printable(limit: 60))`" }.joined(separator: ", ")
    }

    /// The nodes below the rule's place that rules name and have no children of their own; the place itself if there are none.
    private var children: [DatabasePath] {
        guard let node = subject.rules.rules.root.node(of: subject.statement.path[...]) else { return [] }
        var found: [DatabasePath] = []
        func collect(_ node: RuleNode, _ path: DatabasePath) {
            if node.children.isEmpty && node.wildcard == nil || path.keys.count == 3 {
                found.append(path)
                return
            }
            for (key, child) in node.children.sorted(by: { $0.key < $1.key }) {
                collect(child, path.appending(key))
            }
            if let wildcard = node.wildcard, node.children.isEmpty {
                collect(
                    wildcard.node,
                    path.appending(DataKey(DatabaseVocabulary.plainKey(for: wildcard.name) + "1")))
            }
        }
        collect(node, .root)
        let required = node.rules[.validate].map { $0.condition.requiredChildren } ?? []
        for child in required where !found.contains(where: { child.contains($0) || $0.contains(child) }) {
            found.append(child)
        }
        return Array(found.prefix(12))
    }

    /// A write that the rules allow with each value of a probe at a child.
    private func smallest(_ probe: Probe, at child: DatabasePath) -> DatabaseScenario? {
        let level = subject.statement.path.count
        func writing(_ value: DataNode, _ scenario: DatabaseScenario) -> DatabaseScenario? {
            guard scenario.path.keys.count == level, !scenario.entries[0].node.isNull else { return nil }
            var (copy, node) = (scenario, scenario.entries[0].node)
            node.set(value, at: child)
            copy.operation = .write([DatabaseUpdate.Entry(scenario.path, node)])
            return copy
        }
        let value = probe.values[0]
        return subject.smallest(subject.allowed.lazy.compactMap { writing(value, $0) }) { scenario in
            scenario.entries[0].node.value(at: child) == value
                && scenario.root.value(at: scenario.path.appending(child)) != value
                && probe.values.dropFirst().allSatisfy { other in
                    writing(other, scenario).map(subject.isAllowed) ?? false
                }
        }
    }
}

extension RuleNode {
    /// The rules of a place in the tree.
    fileprivate func node(of names: ArraySlice<String>) -> RuleNode? {
        guard let name = names.first else { return self }
        let next = name.hasPrefix("$") ? wildcard?.node : children[DataKey(name)]
        return next?.node(of: names.dropFirst())
    }
}

extension RuleExpression {
    /// The children that `newData.hasChildren([...])` asks for.
    fileprivate var requiredChildren: [DatabasePath] {
        all.flatMap { expression -> [DatabasePath] in
            guard case .call(let receiver, "hasChildren", let arguments) = expression.kind,
                case .variable("newData") = receiver.kind
            else { return [] }
            return arguments.flatMap(\.elements).compactMap { element in
                guard case .string(let text) = element.kind else { return nil }
                return try? DatabasePath(text)
            }
        }
    }
}
