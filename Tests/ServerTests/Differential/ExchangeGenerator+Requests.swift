import Foundation
import HTTPTypes
import JSONText
import TestSupport

extension ExchangeGenerator {
    /// The next request.
    mutating func request() -> ExchangeRequest {
        if let label = openTransaction, random.oneIn(3) { return useTransaction("{{\(label).transaction}}") }
        switch random.int(0...99) {
        case 0...27: return post(":commit", ["writes": writes()])
        case 28...52: return post(parent() + ":runQuery", ["structuredQuery": query()])
        case 53...58: return aggregate()
        case 59...62:
            return ExchangeRequest(method: .get, target: documentURL(items: masks("mask.fieldPaths")))
        case 63...70: return patch()
        case 71...74: return ExchangeRequest(method: .delete, target: documentURL(items: conditions()))
        case 75...79: return create()
        case 80, 81: return post(":batchWrite", batchWrite())
        case 82, 83: return post(parent() + ":listCollectionIds", collectionIDs())
        case 84, 85: return post(":batchGet", batchGet())
        case 86...91: return list()
        case 92...94: return readOnly()
        case 95 where openTransaction == nil:
            return ExchangeRequest(method: .delete, target: "/emulator" + documentURL(items: []))
        default: return begin()
        }
    }

    func post(_ path: String, _ body: JSON) -> ExchangeRequest {
        ExchangeRequest(method: .post, target: url(path), body: .json(body))
    }

    /// Where to look: at the root, or below a document.
    mutating func parent() -> String {
        if slips(12) { return "/c/\(Self.encoded(oddID()))" }
        return random.oneIn(4) ? "/c/a" : ""
    }

    // MARK: Single documents

    private mutating func patch() -> ExchangeRequest {
        let items =
            masks("updateMask.fieldPaths") + conditions() + (random.oneIn(4) ? masks("mask.fieldPaths") : [])
        return ExchangeRequest(
            method: .patch, target: documentURL(items: items), body: .json(["fields": fields()]))
    }

    private mutating func create() -> ExchangeRequest {
        // An id that the server makes up stands anywhere among the others.
        let id = Self.encoded(slips(4) ? oddID() : random.pick(Self.ids))
        let collection = slips(8) ? Self.encoded(oddID()) : random.pick(["c", "d"])
        return post("/\(collection)?documentId=\(id.isEmpty ? "a" : id)", ["fields": fields()])
    }

    private mutating func batchWrite() -> JSON {
        var members = [JSON.Member("writes", writes())]
        if random.oneIn(6) { members.append(JSON.Member("labels", random.pick([["a": "b"], [:]]))) }
        return .object(members)
    }

    private mutating func batchGet() -> JSON {
        var names: [JSON] = []
        for _ in 0..<random.int(0...3) { names.append(documentName()) }
        var members = [JSON.Member("documents", .array(names))]
        if random.oneIn(3) { members.append(JSON.Member("mask", mask(0...2))) }
        if random.oneIn(4) { members.append(readTime()) }
        return .object(members)
    }

    // MARK: Lists

    private mutating func list() -> ExchangeRequest {
        var items = random.oneIn(3) ? masks("mask.fieldPaths") : []
        if random.oneIn(3) {
            items.append("orderBy=" + Self.encoded(random.pick(Self.clauses)))
        } else if random.oneIn(2), let token = nextPage(ofCollections: false) {
            items.append("pageToken={{\(token).nextPageToken}}")
        }
        if random.oneIn(6) { items.append("showMissing=true") }
        if random.oneIn(2) { items.append("pageSize=\(random.pick([1, 2, 3, 0, -1]))") }
        let collection = random.pick(["c", "c", "d", "c/a/sub", "nope"])
        return ExchangeRequest(method: .get, target: url("/\(collection)") + Self.query(items))
    }

    private static let clauses = [
        "n", "n desc", "s, n desc", "m.k asc", "n n", "`x y`", "__name__", "n,__name__", "n desc,s", "n,,s",
        " n",
        "n ", "n  desc", "n DESC", "n Asc", ",", "n,", "a.b", "`a.b` desc", "n,n", "n descending", "n\tdesc",
        "1",
        "__x__", "`", "n desc, __name__ asc", "__name__ desc, n",
    ]

    private mutating func collectionIDs() -> JSON {
        var members: [JSON.Member] = []
        if random.oneIn(3) {
            members.append(JSON.Member("pageSize", slips(2) ? oddNumber() : random.pick([1, 2])))
        }
        if random.oneIn(4) {
            members.append(
                JSON.Member(
                    "pageToken", nextPage(ofCollections: true).map { "{{\($0).nextPageToken}}" } ?? "x"))
        }
        if random.oneIn(8) { members.append(readTime()) }
        return .object(members)
    }

    // MARK: URLs

    private mutating func documentURL(items: [String]) -> String {
        url("/\(collection())/\(Self.encoded(id()))") + Self.query(items)
    }

    private mutating func masks(_ name: String) -> [String] {
        random.oneIn(2)
            ? []
            : (someFieldPaths(1...3) + (random.oneIn(6) ? ["zz"] : [])).map { "\(name)=\(Self.encoded($0))" }
    }

    private mutating func conditions() -> [String] {
        random.oneIn(3) ? ["currentDocument.exists=\(random.oneIn(2))"] : []
    }

    private static func query(_ items: [String]) -> String {
        items.isEmpty ? "" : "?" + items.joined(separator: "&")
    }

    /// A text percent-encoded, but for its placeholders.
    private static func encoded(_ text: String) -> String {
        text.hasPrefix("{{")
            ? text : text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
