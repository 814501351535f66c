import FirestoreModel
import FirestoreREST
import FirestoreRPC
import JSONText
import TestSupport
import Testing

/// Bytes of all sorts are read or refused; nothing else happens, and it does not take long.
struct JSONFuzzTests {
    private static func decodeAll(_ body: [UInt8]) {
        _ = try? CommitRequest.decode(body).get()
        _ = try? RunQueryRequest.decode(body).get()
        _ = try? RunQueryResponse.decodeAll(body)
        _ = ErrorBody.decode(body, httpStatus: 500)
    }

    @Test(arguments: SeededGenerator.seeds(8))
    func `random bytes do no harm`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("{}[]\":,\\u0019eE+-.tfn \n\u{E9}".utf8)
        for _ in 0..<1000 {
            _ = try? JSONParser.parse(generator.bytes(0...20))
            _ = try? JSONParser.parse(generator.list(0...30) { $0.pick(alphabet) })
        }
    }

    @Test(arguments: SeededGenerator.seeds(8))
    func `bodies with a few wrong bytes do no harm`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let commit = CommitRequest(writes: generator.list(1...2) { $0.randomWrite() }).encoded()
            let query = RunQueryRequest(query: generator.randomQuery()).encoded()
            for body in [commit, query] {
                for _ in 0..<5 { Self.decodeAll(generator.mutated(body)) }
            }
        }
    }

    @Test func `a number with very many digits takes no time`() throws {
        let zeros = String(repeating: "0", count: 50_000)
        for number in ["5.\(zeros)", "1\(zeros)e-50000", "0.\(zeros)1e50001", "1e\(zeros)1", zeros] {
            let body = #"{"structuredQuery":{"limit":"\#(number)"}}"#
            _ = try? RunQueryRequest.decode(Array(body.utf8)).get()
        }
    }
}

extension SeededGenerator {
    /// A copy in which some bytes are changed, left out, doubled or moved.
    fileprivate mutating func mutated(_ body: [UInt8]) -> [UInt8] {
        var body = body
        for _ in 0..<int(1...4) where !body.isEmpty {
            let index = int(0...body.count - 1)
            switch int(0...5) {
            case 0: body[index] = UInt8(truncatingIfNeeded: next())
            case 1: body[index] = pick(Array("{}[]\":,\\0-".utf8))
            case 2: body.remove(at: index)
            case 3: body.insert(body[index], at: index)
            case 4: body.removeSubrange(index..<min(body.count, index + int(1...20)))
            default: body.insert(contentsOf: body[index..<min(body.count, index + int(1...20))], at: index)
            }
        }
        return body
    }
}
