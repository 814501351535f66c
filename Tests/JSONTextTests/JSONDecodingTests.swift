import JSONText
import Testing

struct JSONDecodingTests {
    private struct Message: Decodable, Equatable {
        enum Status: String, Decodable { case sent, read }

        var id: String
        var count: Int?
        var weight: Double = 0
        var isOpen: Bool?
        var status: Status?
        var readers: [String]?
        var replies: [Message]?
    }

    private func decoded<Content: Decodable>(_ text: String, as type: Content.Type) throws -> Content {
        try JSONParser.parse(Array(text.utf8)).decoded(as: type)
    }

    @Test func `values of all kinds are decoded`() throws {
        let text = #"""
            {"id": "m", "count": 3, "weight": 1.5, "isOpen": true, "status": "read", "readers": ["a", "b"],
             "replies": [{"id": "n", "weight": 2}, {"id": "o", "weight": 1e3, "count": null}]}
            """#
        let message = try decoded(text, as: Message.self)
        #expect(
            message
                == Message(
                    id: "m", count: 3, weight: 1.5, isOpen: true, status: .read, readers: ["a", "b"],
                    replies: [Message(id: "n", weight: 2), Message(id: "o", weight: 1000)]))
    }

    @Test(arguments: [("7", 7), ("-7", -7), ("7.0", 7), ("7e2", 700)])
    func `a whole number may have any form`(_ text: String, _ number: Int) throws {
        #expect(try decoded("[\(text)]", as: [Int].self) == [number])
    }

    @Test(arguments: ["1.5", "1e99", "true", "\"1\""])
    func `anything else is not a whole number`(_ text: String) {
        #expect(throws: DecodingError.self) { try decoded("[\(text)]", as: [Int].self) }
    }

    @Test func `a number beyond the range of its type is refused`() throws {
        #expect(throws: DecodingError.self) { try decoded("[256]", as: [UInt8].self) }
        #expect(throws: DecodingError.self) { try decoded("[1e999]", as: [Double].self) }
        #expect(try decoded("[18446744073709551615]", as: [UInt64].self) == [.max])
    }

    @Test func `an error names the place`() throws {
        let error = try #require(throws: DecodingError.self) {
            try decoded(
                #"{"id": "m", "weight": 1, "replies": [{"id": "n", "weight": 1}, {"id": 5}]}"#,
                as: Message.self)
        }
        guard case .typeMismatch(let type, let context) = error else {
            Issue.record(error)
            return
        }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(String.self))
        #expect(
            context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == [
                "replies", "1", "id",
            ])
    }

    @Test func `a missing member and null are told apart`() throws {
        func code(_ text: String) -> String {
            do {
                _ = try decoded(text, as: Message.self)
                return "decoded"
            } catch DecodingError.keyNotFound(let key, _) {
                return "missing \(key.stringValue)"
            } catch DecodingError.valueNotFound(_, let context) {
                return "null at \(context.codingPath.last?.stringValue ?? "the top")"
            } catch {
                return "\(error)"
            }
        }
        #expect(code("{}") == "missing id")
        #expect(code(#"{"id": null}"#) == "null at id")
        #expect(code("null") == "null at the top")
    }

    private struct Numbers: Decodable {
        let all: [(name: String, number: Int)]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyCodingKey.self)
            all = try container.allKeys.map { ($0.stringValue, try container.decode(Int.self, forKey: $0)) }
        }
    }

    @Test(arguments: [0, 40])
    func `names that differ only in their normal form are two, in small objects and in large ones`(
        others: Int
    ) throws {
        let more = (0..<others).map { #", "n\#($0)": \#($0)"# }.joined()
        let numbers = try decoded("{\"\u{E9}\": 1, \"e\u{301}\": 2\(more)}", as: Numbers.self).all
        #expect(numbers.count == 2 + others)
        #expect(numbers.prefix(2).map(\.number) == [1, 2])
        #expect(numbers.dropFirst(2).map(\.number) == Array(0..<others))
    }
}
