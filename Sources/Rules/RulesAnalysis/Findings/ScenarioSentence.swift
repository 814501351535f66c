import FirestoreModel
import FirestoreRules
import PrintableText

/// A request in words: who does what to which document.
struct ScenarioSentence {
    private let scenario: Scenario

    init(_ scenario: Scenario) {
        self.scenario = scenario
    }

    private var request: AnalysedRequest { scenario.request }
    private var path: String { request.document.description.printable(limit: 200) }

    var text: String { "\(user) \(action)\(owners)" }

    private var user: String {
        guard let user = request.user else { return "somebody who is not signed in" }
        let name = user.uid.printable(limit: 60)
        if user.claims.isEmpty { return name }
        return
            "\(name) with the claims \(FlowText.text(of: SuiteJSON.fields(user.claims)).printable(limit: 200))"
    }

    private var action: String {
        let isStored = scenario.world[request.document] != nil
        switch request.method {
        case .get: return isStored ? "reads \(path)" : "reads \(path), which does not exist"
        case .list: return "lists \(collection)\(query)"
        case .create:
            return request.data.isEmpty
                ? "creates \(path) without fields"
                : "creates \(path) with \(ScenarioSentence.list(Array(request.data.names)))"
        case .update: return update
        case .delete: return isStored ? "deletes \(path)" : "deletes \(path), which does not exist"
        }
    }

    private var collection: String {
        let collection = request.document.collection
        let text = request.query.isGroup ? "all collections \(collection.id)" : collection.description
        return text.printable(limit: 200)
    }

    private var query: String {
        var text = request.query.limit.map { ", at most \($0) documents" } ?? ""
        for case .field(let field, let operation, let tested) in request.filters {
            let value = FlowText.text(of: SuiteJSON.value(tested)).printable(limit: 100)
            text +=
                " where `\(field.description.printable(limit: 100))` \(SuiteJSON.word(operation)) \(value)"
        }
        return text
    }

    private var update: String {
        let (old, new) = (scenario.world[request.document] ?? [:], request.data)
        let names = Set(old.names).union(new.names).sorted()
        let changed = names.filter { old[$0] != new[$0] }
        if changed.isEmpty { return "writes \(path) without a change" }
        let (added, removed) = (changed.filter { old[$0] == nil }, changed.filter { new[$0] == nil })
        let list = ScenarioSentence.list(changed)
        if added.count == changed.count { return "adds \(list) to \(path)" }
        if removed.count == changed.count { return "removes \(list) from \(path)" }
        return "updates \(list) of \(path)"
    }

    /// Which fields of the stored document name other users.
    private var owners: String {
        guard request.method != .list, let stored = scenario.world[request.document] else { return "" }
        let owners = stored.compactMap { name, value -> String? in
            guard let user = value.stringValue, RulesVocabulary.users.contains(user),
                user != request.user?.uid,
                request.method != .update || request.data[name] == value
            else { return nil }
            return "`\(name.string.printable(limit: 60))` is \(user)"
        }
        return owners.isEmpty ? "" : ", whose \(owners.prefix(2).joined(separator: " and "))"
    }

    private static func list(_ names: [FieldName]) -> String {
        let quoted = names.prefix(6).map { "`\($0.string.printable(limit: 60))`" }
        if names.count > 6 { return quoted.joined(separator: ", ") + " and \(names.count - 6) more fields" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
        return quoted.dropLast().joined(separator: ", ") + " and " + last
    }
}
