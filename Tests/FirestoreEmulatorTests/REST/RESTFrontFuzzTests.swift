import FirestoreModel
import FirestoreREST
import FirestoreRPC
import HTTPTransport
import HTTPTypes
import JSONText
import TestSupport
import Testing

@testable import FirestoreEmulator

/// Whatever is sent, an answer comes, and one that a client can read.
@Suite("Fuzzing the REST front")
struct RESTFrontFuzzTests {
    private static let root = "/v1/projects/p/databases/(default)/documents"
    private static let methods: [HTTPRequest.Method] = [.get, .post, .patch, .delete, .put, .head]
    private static let verbs = [
        ":commit", ":batchGet", ":runQuery", ":beginTransaction", ":rollback", ":nothing",
        ":batchWrite", ":runAggregationQuery", ":listCollectionIds", ":partitionQuery",
    ]
    private static let parameters = [
        "mask.fieldPaths", "updateMask.fieldPaths", "pageSize", "pageToken", "orderBy", "documentId",
        "currentDocument.exists",
        "currentDocument.updateTime", "transaction", "readTime", "showMissing",
    ]
    private static let words = [
        "a", "c", "__name__", "__x__", "__id7__", "..", "", "a.b", "`x y`", "a..b", "-1", "2", "desc",
        "n desc", "true", "AAAA", "é", "😀", "%zz", "%", "x/y", "2020-01-01T00:00:00Z",
    ]

    private func path(_ generator: inout SeededGenerator) -> String {
        if generator.oneIn(20) {
            return generator.pick([
                "/", "/emulator/v1/projects/p:securityRules", "/emulator" + Self.root, "/v1/", "?#%",
            ])
        }
        var path = Self.root
        for _ in 0..<generator.int(0...4) { path += "/" + generator.pick(Self.words) }
        if generator.oneIn(2) { path += generator.pick(Self.verbs) }
        let items = generator.list(0...3) { $0.pick(Self.parameters) + "=" + $0.pick(Self.words) }
        return items.isEmpty ? path : path + "?" + items.joined(separator: "&")
    }

    /// A message of the right form, or something that was one.
    private func body(_ generator: inout SeededGenerator) -> [UInt8] {
        var writer = WireEncoder(.compact)
        switch generator.int(0...7) {
        case 0: return []
        case 1: writer.raw("{\"fields\":\(JSON.random(&generator, depth: 4).compactText)}")
        case 2:
            let writes = generator.list(0...3) { $0.randomWrite() }
            writer.object { $0.member("writes") { $0.array(writes) { $0.write($1) } } }
        case 3:
            let query = generator.randomQuery()
            writer.object { $0.member("structuredQuery") { $0.structuredQuery(query) } }
        case 4:
            let names = generator.list(0...3) { $0.randomDocumentName().description }
            writer.object { $0.member("documents") { $0.array(names) { $0.string($1) } } }
        case 5:
            let query = generator.randomQuery()
            let aggregations = generator.list(0...3) { generator in
                Aggregation(.sum(FieldPath([generator.pick(Self.words)])), alias: generator.pick(Self.words))
            }
            let request = RunAggregationQueryRequest(query: query, aggregations: aggregations)
            writer.raw(String(decoding: request.encoded(), as: UTF8.self))
        case 6:
            let (size, token) = (generator.int(-1...3), generator.pick(Self.words))
            writer.object { writer in
                writer.member("pageSize") { $0.integer(size) }
                writer.member("pageToken") { $0.string(token) }
            }
        default: writer.json.tree(.random(&generator, depth: 5))
        }
        return generator.oneIn(3) ? mutated(writer.bytes, &generator) : writer.bytes
    }

    private func mutated(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<generator.int(1...4) where !bytes.isEmpty {
            let index = generator.int(0...bytes.count - 1)
            switch generator.int(0...3) {
            case 0: bytes[index] = UInt8(truncatingIfNeeded: generator.next())
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(generator.pick(Array("{}[]\",:\\0-.e".utf8)), at: index)
            default: bytes.removeSubrange(index...)
            }
        }
        return bytes
    }

    @Test(arguments: SeededGenerator.seeds(8))
    func `every request is answered, and every error is one`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let front = Emulator().front
        for step in 0..<500 {
            let request = HTTPRequest(
                method: generator.pick(Self.methods), scheme: nil, authority: nil, path: path(&generator),
                headerFields: generator.oneIn(10)
                    ? [:] : [.authorization: generator.oneIn(10) ? generator.randomText() : "Bearer owner"])
            let body = body(&generator)
            let response = front.respond(to: request, body: body)
            let text = String(decoding: response.body, as: UTF8.self)
            let description =
                "step \(step): \(request.method) \(request.path ?? "") \(String(decoding: body, as: UTF8.self))"
            if request.method == .head {
                #expect(text.isEmpty, "\(description)")
                continue
            }
            switch response.head.status.code {
            case 200:
                #expect(text == "Ok\n" || (try? JSONParser.parse(response.body)) != nil, "\(description)")
            case 404 where text == "Not Found\n" || (request.method == .head && text.isEmpty): continue
            case let code:
                let error = ErrorBody.decode(response.body, httpStatus: code)
                #expect(error?.code.httpStatus == code && error?.message?.isEmpty == false, "\(description)")
            }
        }
    }
}

extension JSON {
    /// A tree with the names of messages in it.
    fileprivate static func random(_ generator: inout SeededGenerator, depth: Int) -> JSON {
        switch generator.int(depth > 0 ? 0...7 : 0...4) {
        case 0: .null
        case 1: .boolean(generator.oneIn(2))
        case 2:
            .number(
                generator.pick(["0", "-1", "1.5", "1e400", "9223372036854775808", "12345678901234567890123"]))
        case 3...4:
            .string(
                generator.pick([
                    "", "NaN", "AAAA", "REQUEST_TIME", "EQUAL", "a",
                    "projects/p/databases/(default)/documents/c/a", "2020-01-01T00:00:00Z",
                ]))
        case 5: .array(generator.list(0...3) { random(&$0, depth: depth - 1) })
        default:
            .object(
                generator.list(0...3) {
                    JSON.Member(
                        $0.pick([
                            "writes", "update", "delete", "transform", "fields", "name", "stringValue",
                            "integerValue", "mapValue", "arrayValue", "values", "structuredQuery", "from",
                            "where",
                            "orderBy", "fieldFilter", "compositeFilter", "field", "fieldPath", "op",
                            "filters", "value", "transaction", "readTime", "newTransaction", "options",
                            "readOnly", "rules", "files", "x", "",
                        ]), random(&$0, depth: depth - 1))
                })
        }
    }
}
