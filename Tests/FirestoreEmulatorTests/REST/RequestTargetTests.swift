import FirestoreModel
import FirestoreREST
import FirestoreRPC
import Testing

@testable import FirestoreEmulator

@Suite("Request targets")
struct RequestTargetTests {
    @Test(
        arguments: [
            ("/", "/"), ("", ""), ("/a/b?c=d", "/a/b"), ("/a%2Fb%20c", "/a/b c"), ("/a+b", "/a+b"),
            ("/%C3%A9", "/é"), ("/é", "/é"), ("/a#b?c", "/a"),
            ("/%28default%29", "/(default)"), ("/a%3Ab", "/a:b"), ("/%FF", "/\u{FFFD}"), ("/%2525", "/%25"),
            ("?", ""), ("/a??b", "/a"),
        ])
    func `a path is decoded once`(text: String, path: String) throws {
        #expect(try RequestTarget(text).path == path)
    }

    @Test(arguments: ["/%", "/%4", "/%zz", "/%+1", "/%-1", "/a?%=1", "/a?b=%4"])
    func `a broken encoding is refused`(text: String) {
        #expect(refusal { () throws(RPCStatus) in try RequestTarget(text) }?.code == .invalidArgument)
    }

    @Test func `items are found by their names in both spellings`() throws {
        let target = try RequestTarget(
            "/a?mask.fieldPaths=a&mask.field_paths=b%20c&empty=&alone&page_size=+5&x=1=2&_y=1")
        #expect(target.values("mask.fieldPaths") == ["a", "b c"])
        #expect(try target.value("empty") == "" && target.value("alone") == "" && target.value("none") == nil)
        #expect(try target.integer("pageSize") == 5)
        #expect(try target.value("x") == "1=2")
    }

    @Test func `an item that counts once must not come twice`() throws {
        let target = try RequestTarget("/a?pageSize=1&page_size=2")
        #expect(refusal { () throws(RPCStatus) in try target.value("pageSize") } == .invalidPayload)
        #expect(refusal { () throws(RPCStatus) in try target.integer("pageSize") } == .invalidPayload)
    }

    @Test(arguments: [("", nil), ("0", 0), ("-1", -1), ("2147483647", 2_147_483_647)] as [(String, Int?)])
    func `numbers are whole`(text: String, expected: Int?) throws {
        #expect(try RequestTarget("/?n=\(text)").integer("n") == expected)
    }

    @Test(arguments: ["x", "1.5", "2147483648", "1e3", "%20"])
    func `what is no number is refused`(text: String) throws {
        let target = try RequestTarget("/?n=\(text)")
        #expect(refusal { () throws(RPCStatus) in try target.integer("n") }?.code == .invalidArgument)
    }

    @Test func `a mask is missing, or names fields`() throws {
        #expect(try RequestTarget("/a").getDocumentRequest().get().mask == nil)
        #expect(
            try RequestTarget("/a?mask.fieldPaths=a&mask.fieldPaths=b.%60c%20d%60").getDocumentRequest().get()
                .mask == DocumentMask([FieldPath(["a"]), FieldPath(["b", "c d"])]))
        #expect(
            try RequestTarget("/a?mask.fieldPaths=").getDocumentRequest().refusal
                == .invalidArgument("Invalid empty property path string."))
    }
}
