import FirestoreREST
import Foundation
import HTTPTypes
import TestSupport

extension ExchangeGenerator {
    /// The next request.
    mutating func request() -> ExchangeRequest {
        if let label = openTransaction, random.oneIn(3) { return useTransaction("{{\(label).transaction}}") }
        switch random.int(0...99) {
        case 0...29: return post(":commit", ["writes": writes()])
        case 30...57:
            return post(random.oneIn(4) ? "/c/a:runQuery" : ":runQuery", ["structuredQuery": query()])
        case 58...63:
            return ExchangeRequest(method: .get, target: documentURL(items: masks("mask.fieldPaths")))
        case 64...71: return patch()
        case 72...75: return ExchangeRequest(method: .delete, target: documentURL(items: conditions()))
        case 76...80: return create()
        case 81...85: return post(":batchGet", batchGet())
        case 86...92: return list()
        case 93...95: return readOnly()
        default: return begin()
        }
    }

    private func post(_ path: String, _ body: JSON) -> ExchangeRequest {
        ExchangeRequest(method: .post, target: url(path), body: .json(body))
    }

    // MARK: Single documents

    private mutating func patch() -> ExchangeRequest {
        let items =
            masks("updateMask.fieldPaths") + conditions() + (random.oneIn(4) ? masks("mask.fieldPaths") : [])
        return ExchangeRequest(
            method: .patch, target: documentURL(items: items), body: .json(["fields": fields()]))
    }

    private mutating func create() -> ExchangeRequest {
        let id = Self.encoded(random.pick(Self.ids + ["__x__", ".."]))
        return post("/\(random.pick(["c", "d"]))?documentId=\(id)", ["fields": fields()])
    }

    private mutating func list() -> ExchangeRequest {
        var items = random.oneIn(3) ? masks("mask.fieldPaths") : []
        if random.oneIn(3) {
            items.append(
                "orderBy="
                    + Self.encoded(random.pick(["n", "n desc", "s, n desc", "m.k asc", "n n", "`x y`"])))
        } else if random.oneIn(2), case .string(let token) = earlier("nextPageToken") {
            items.append("pageToken=\(token)")
        }
        if random.oneIn(2) { items.append("pageSize=\(random.pick([1, 2, 3, 0, -1]))") }
        let collection = random.pick(["c", "c", "d", "c/a/sub", "nope"])
        return ExchangeRequest(method: .get, target: url("/\(collection)") + Self.query(items))
    }

    private mutating func batchGet() -> JSON {
        var names: [JSON] = []
        for _ in 0..<random.int(0...3) { names.append(documentName()) }
        var members = [JSON.Member("documents", .array(names))]
        if random.oneIn(3) { members.append(JSON.Member("mask", ["fieldPaths": someFieldPaths(0...2)])) }
        if random.oneIn(4) { members.append(JSON.Member("readTime", earlier("commitTime"))) }
        return .object(members)
    }

    // MARK: Transactions

    private mutating func begin() -> ExchangeRequest {
        if openTransaction == nil { openTransaction = nextLabel }
        return post(":beginTransaction", random.oneIn(2) ? [:] : ["options": ["readWrite": [:]]])
    }

    /// Reads in the open transaction, or ends it.
    private mutating func useTransaction(_ transaction: JSON) -> ExchangeRequest {
        switch random.int(0...5) {
        case 0, 1:
            return post(
                ":batchGet", ["documents": [guardedName(), guardedName()], "transaction": transaction])
        case 2, 3: return post(":runQuery", ["structuredQuery": query(in: "t"), "transaction": transaction])
        case 4:
            openTransaction = nil
            return post(":commit", ["writes": writes(guarded: true), "transaction": transaction])
        default:
            openTransaction = nil
            return post(":rollback", ["transaction": transaction])
        }
    }

    /// Something about the past, about a transaction for reading, or about one that may have ended.
    private mutating func readOnly() -> ExchangeRequest {
        switch random.int(0...4) {
        case 0: post(":beginTransaction", ["options": ["readOnly": [:]]])
        case 1: post(":beginTransaction", ["options": ["readOnly": ["readTime": earlier("commitTime")]]])
        case 2: post(":runQuery", ["structuredQuery": query(), "readTime": earlier("commitTime")])
        case 3: post(":runQuery", ["structuredQuery": query(), "newTransaction": ["readOnly": [:]]])
        default: post(":rollback", ["transaction": random.oneIn(2) ? "" : "AAAA"])
        }
    }

    // MARK: URLs

    private mutating func documentURL(items: [String]) -> String {
        url("/\(collection())/\(Self.encoded(random.pick(Self.ids)))") + Self.query(items)
    }

    private mutating func masks(_ name: String) -> [String] {
        random.oneIn(2) ? [] : some(1...3, of: Self.fieldPaths + ["zz"]).map { "\(name)=\(Self.encoded($0))" }
    }

    private mutating func conditions() -> [String] {
        random.oneIn(3) ? ["currentDocument.exists=\(random.oneIn(2))"] : []
    }

    private static func query(_ items: [String]) -> String {
        items.isEmpty ? "" : "?" + items.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
