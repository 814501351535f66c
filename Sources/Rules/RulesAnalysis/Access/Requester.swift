import CoreValues
import FirestoreModel
import FirestoreRules

/// Who a request is from, in relation to what it is about: the reason why rules allow it to some users and not to others.
package enum Requester: Hashable, Sendable {
    /// Somebody who need not be signed in.
    case anyone
    /// Any signed-in user.
    case signedIn
    /// Users for whom something holds: their id or a claim occurs there.
    case those(Set<Tie>)

    /// Where rules find a user.
    package enum Tie: Hashable, Sendable {
        /// The id is a segment of the request's path: the name of its variable.
        case path(String)
        /// The id is in a field of the document.
        case field(String)
        /// The id is in a field that the request writes.
        case written(String)
        /// The id is in the path of another document, or in one of its fields.
        case document(collection: String, field: String?)
        /// The token has a claim.
        case claim(String)
        /// A query asks for documents with the id in a field.
        case query(String)
        /// The rules name the id itself.
        case literal(String)
    }
}

extension Scenario {
    /// The same request by somebody who is not signed in.
    var byNobody: Scenario {
        var copy = self
        copy.request.user = nil
        return copy
    }

    /// The same request by a user without claims whom nothing names.
    ///
    /// - Parameter literals: The texts of the rules.
    func byStranger(besides literals: Set<String>) -> Scenario {
        var copy = self
        let name = (RulesVocabulary.users + ["dave", "erin", "frank"]).first {
            !literals.contains($0) && !mentions($0)
        }
        copy.request.user = AnalysedRequest.User(uid: name ?? "mallory")
        return copy
    }

    /// Whether the request is from a user without claims whom nothing names.
    func isByStranger(besides literals: Set<String>) -> Bool {
        guard let user = request.user else { return false }
        return user.claims.isEmpty && !literals.contains(user.uid) && !mentions(user.uid)
    }

    /// Whether a user's id occurs in the documents, in the path or in the query. What a request writes does not count.
    func mentions(_ uid: String) -> Bool {
        request.document.mentions(uid)
            || world.documents.contains { $0.path.mentions(uid) || Value.map($0.fields).mentions(uid) }
            || request.query.tests.contains { $0.value.mentions(uid) }
    }
}

extension Requester {
    /// Who makes a request that is as small as can be, so that what is left is there for a reason.
    ///
    /// - Parameters:
    ///   - scenario: The request, which rules allow.
    ///   - segments: The segments of the path's template, `databases` first.
    ///   - literals: The texts of the rules.
    init(of scenario: Scenario, at segments: [PathTemplateSyntax.Segment], literals: Set<String>) {
        guard let user = scenario.request.user else {
            self = .anyone
            return
        }
        var ties = Set(user.claims.names.map { Tie.claim($0.string) })
        let uid = user.uid
        let request = scenario.request
        for (index, id) in request.document.segments.enumerated() where !index.isMultiple(of: 2) {
            guard id.string == uid, request.method != .list || index < request.document.segments.count - 1
            else { continue }
            ties.insert(
                .path(Requester.variable(index, segments) ?? request.document.segments[index - 1].string))
        }
        for document in scenario.world.documents {
            let names = document.fields.filter { $0.value.mentions(uid) }.map(\.name.string)
            if document.path == request.document {
                for name in names { ties.insert(.field(name)) }
                continue
            }
            let collection = document.path.collection.id.string
            for name in names { ties.insert(.document(collection: collection, field: name)) }
            if names.isEmpty, document.path.mentions(uid), !request.document.mentions(uid) {
                ties.insert(.document(collection: collection, field: nil))
            }
        }
        for test in request.query.tests where test.value.mentions(uid) {
            ties.insert(.query(test.field.description))
        }
        if request.method == .create || request.method == .update {
            for (name, value) in request.data where value.mentions(uid) {
                if scenario.world[request.document]?[name]?.mentions(uid) != true {
                    ties.insert(.written(name.string))
                }
            }
        }
        if ties.isEmpty, literals.contains(uid) { ties.insert(.literal(uid)) }
        self = ties.isEmpty ? .signedIn : .those(ties)
    }

    /// The variable that a segment of a document's path is bound to.
    private static func variable(_ index: Int, _ segments: [PathTemplateSyntax.Segment]) -> String? {
        guard segments.indices.contains(index + 3), case .capture(let name) = segments[index + 3] else {
            return nil
        }
        return name.name
    }
}

extension DocumentPath {
    /// Whether a document or one that it is below has this id.
    func mentions(_ id: String) -> Bool {
        segments.enumerated().contains { !$0.offset.isMultiple(of: 2) && $0.element.string == id }
    }
}

extension Value {
    /// Whether a text, or a name in a map, is this one.
    func mentions(_ text: String) -> Bool {
        switch self {
        case .string(let own): own == text
        case .array(let elements): elements.contains { $0.mentions(text) }
        case .map(let fields): fields.contains { $0.name.string == text || $0.value.mentions(text) }
        case .reference(let name): name.path.mentions(text)
        case .null, .boolean, .integer, .double, .timestamp, .bytes, .geoPoint: false
        }
    }
}
