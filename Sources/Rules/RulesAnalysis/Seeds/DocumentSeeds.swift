package import FirestoreModel
import FirestoreRules
import RulesCore

/// Scenarios made from the documents of a database: each method of each statement on some documents that it matches.
package enum DocumentSeeds {
    /// So many documents are taken for each statement.
    private static let most = 4

    package static func scenarios(
        of documents: [(path: DocumentPath, fields: MapValue)], for rules: [AnalysedRules]
    ) -> [Scenario] {
        let source = StoredDocuments(
            fields: Dictionary(documents.map { ($0.path, $0.fields) }) { first, _ in first })
        var scenarios: [Scenario] = []
        for statement in rules.flatMap(\.statements) {
            for document in documents.filter({ statement.fits($0.path) }).prefix(most) {
                for user in users(of: document).prefix(most) {
                    for method in statement.methods.all {
                        scenarios.append(scenario(method, document, user, source, rules))
                    }
                }
            }
        }
        return scenarios
    }

    private static func scenario(
        _ method: RulesMethod, _ document: (path: DocumentPath, fields: MapValue), _ user: String,
        _ source: StoredDocuments, _ rules: [AnalysedRules]
    ) -> Scenario {
        let isWrite = method == .create || method == .update
        var request = AnalysedRequest(
            method, document.path, by: .init(uid: user), at: RulesVocabulary.now,
            data: isWrite ? document.fields : [:])
        // Without its name, a list knows nothing of a document.
        request.query.isNamed = method == .list
        var documents = source
        if method == .create { documents.fields[document.path] = nil }
        return RequestSeeds.scenario(of: request, documents, by: rules)
    }

    /// Who might be a user: the ids of the path and the texts of the document that look like one.
    private static func users(of document: (path: DocumentPath, fields: MapValue)) -> [String] {
        var texts = document.path.segments.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(
            \.element.string)
        for (_, value) in document.fields {
            switch value {
            case .string(let text): texts.append(text)
            case .array(let elements): texts += elements.compactMap(\.stringValue)
            case .map(let fields): texts += fields.names.map(\.string)
            default: continue
            }
        }
        var users = [RulesVocabulary.users[0]]
        for text in texts
        where !users.contains(text) && (1...128).contains(text.utf8.count)
            && !text.contains(where: \.isWhitespace)
        {
            users.append(text)
        }
        return users.reversed()
    }
}

private struct StoredDocuments: RulesDataSource {
    var fields: [DocumentPath: MapValue]

    func document(_ path: DocumentPath) -> MapValue? { fields[path] }

    /// The data that requests here write is known.
    func documentAfter(_ path: DocumentPath) -> MapValue? { fields[path] }
}
