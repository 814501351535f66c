import HTTPTypes
import TestSupport

/// A request about the documents of a collection, in which `doc` and `other` are stored.
enum BudgetRequest: String, CaseIterable {
    case get, getMissing, batchGet, list, query, queryByName, queryDisjunction
    case create, set, setNew, update, patch, transform, delete, verify, commit

    /// The fields of stored and of written documents.
    static let fields =
        #"{"n":{"integerValue":"1"},"s":{"stringValue":"x"},"l":{"arrayValue":{"values":[{"integerValue":"1"}]}},"m":{"mapValue":{"fields":{"k":{"integerValue":"1"}}}}}"#

    /// Whether what it leaves behind has to be put right if it is allowed.
    var isWrite: Bool {
        switch self {
        case .get, .getMissing, .batchGet, .list, .query, .queryByName, .queryDisjunction, .verify: false
        case .create, .set, .setNew, .update, .patch, .transform, .delete, .commit: true
        }
    }

    /// Sends the request.
    ///
    /// - Parameters:
    ///   - collection: The collection's id.
    ///   - new: An id that no document has.
    func send(
        to server: TestServer, _ placeholders: Placeholders, about collection: String, new: String
    ) async throws -> RESTAnswer {
        let (method, path, body) = parts(collection, new)
        return try await server.exchange(
            method, placeholders.filled(path), body: placeholders.filled(body),
            authorization: UnsignedToken.header(claims: ["sub": "alice"]))
    }

    private func parts(_ collection: String, _ new: String) -> (HTTPRequest.Method, String, String) {
        let document = "/\(collection)/doc"
        let body = #"{"fields":\#(BudgetRequest.fields)}"#
        switch self {
        case .get: return (.get, document, "")
        case .getMissing: return (.get, "/\(collection)/\(new)", "")
        case .batchGet:
            return (
                .post, ":batchGet",
                #"{"documents":["\#(name(collection, "doc"))","\#(name(collection, "other"))"]}"#
            )
        case .list: return (.get, "/\(collection)", "")
        case .query, .queryByName, .queryDisjunction: return (.post, ":runQuery", query(collection))
        case .create: return (.patch, "/\(collection)/\(new)?currentDocument.exists=false", body)
        case .set: return (.patch, document, body)
        case .setNew: return (.patch, "/\(collection)/\(new)", body)
        case .update: return (.patch, document + "?currentDocument.exists=true", body)
        case .patch:
            return (.patch, document + "?currentDocument.exists=true&updateMask.fieldPaths=n", body)
        case .delete: return (.delete, document, "")
        case .transform, .verify, .commit: return (.post, ":commit", #"{"writes":[\#(writes(collection))]}"#)
        }
    }

    private func name(_ collection: String, _ id: String) -> String { "{{documents}}/\(collection)/\(id)" }

    private func writes(_ collection: String) -> String {
        let (doc, other) = (name(collection, "doc"), name(collection, "other"))
        let exists = #""currentDocument":{"exists":true}"#
        switch self {
        case .verify: return #"{"verify":"\#(doc)",\#(exists)}"#
        case .transform:
            let transform = #"{"fieldPath":"t","setToServerValue":"REQUEST_TIME"}"#
            return
                #"{"update":{"name":"\#(doc)","fields":\#(BudgetRequest.fields)},"updateTransforms":[\#(transform)]}"#
        default:
            return [doc, other].map {
                #"{"update":{"name":"\#($0)","fields":\#(BudgetRequest.fields)},\#(exists)}"#
            }
            .joined(separator: ",")
        }
    }

    private func query(_ collection: String) -> String {
        let one = BudgetRequest.filter("n", #"{"integerValue":"1"}"#)
        let filter =
            switch self {
            case .queryByName:
                BudgetRequest.filter("__name__", #"{"referenceValue":"\#(name(collection, "doc"))"}"#)
            case .queryDisjunction:
                #"{"compositeFilter":{"op":"OR","filters":[\#(one),\#(BudgetRequest.filter("n", #"{"integerValue":"2"}"#))]}}"#
            default: one
            }
        return #"{"structuredQuery":{"from":[{"collectionId":"\#(collection)"}],"where":\#(filter)}}"#
    }

    private static func filter(_ field: String, _ value: String) -> String {
        #"{"fieldFilter":{"field":{"fieldPath":"\#(field)"},"op":"EQUAL","value":\#(value)}}"#
    }
}
