import JSONText
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite struct ServiceAccountKeyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a key is read from its file`() throws {
        let key = try ServiceAccountKey(contentsOf: folder.write(try TestKey.file()))
        #expect(key.clientEmail == TestKey.email)
        #expect(key.projectID == "my-project")
        #expect(key.privateKeyID == TestKey.keyID)
        #expect(key.tokenURI == "https://oauth2.googleapis.com/token")
    }

    @Test func `what old keys lack is not needed`() throws {
        let key = try ServiceAccountKey(
            json: try TestKey.file([
                "project_id": nil, "private_key_id": nil, "token_uri": nil,
                "universe_domain": nil, "client_id": nil,
            ]))
        #expect(key.projectID == nil)
        #expect(key.privateKeyID == nil)
        #expect(key.tokenURI == "https://oauth2.googleapis.com/token")
    }

    @Test func `the older form of PEM is read too`() throws {
        let pem = try TestKey.pair.traditionalPEM
        #expect(pem.contains("BEGIN RSA PRIVATE KEY"))
        let key = try ServiceAccountKey(json: try TestKey.file(["private_key": .string(pem)]))
        #expect(key.clientEmail == TestKey.email)
    }

    private static let long = String(repeating: "a", count: 40_000)

    @Test(arguments: [
        ("client_email", nil, "it has no \"client_email\""),
        ("client_email", JSON.string(""), "it has no \"client_email\""),
        ("client_email", .null, "it has no \"client_email\""),
        ("client_email", .number("1"), "its \"client_email\" is not a string"),
        ("client_email", .string("nobody"), "its \"client_email\" is not an account's address"),
        ("client_email", .string("a@b\r\nc"), "its \"client_email\" contains a space or another character"),
        ("client_email", .string("a@" + long), "its \"client_email\" has more than 320 bytes"),
        ("project_id", .array([]), "its \"project_id\" is not a string"),
        ("project_id", .string("my project"), "its \"project_id\" contains a space"),
        ("project_id", .string(long), "its \"project_id\" has more than 255 bytes"),
        ("private_key_id", .boolean(true), "its \"private_key_id\" is not a string"),
        ("private_key_id", .string("é"), "its \"private_key_id\" contains a space or another character"),
        ("private_key", nil, "it has no \"private_key\""),
        (
            "private_key", .string("very-secret"),
            "its \"private_key\" is not an RSA key of 2048 bits or more in PEM"
        ),
        ("private_key", .string(long), "its \"private_key\" has more than 32768 bytes"),
        (
            "token_uri", .string("http://oauth2.googleapis.com/token"),
            "cannot be used: plain http to another machine"
        ),
        (
            "token_uri", .string("ftp://x/"),
            "its \"token_uri\" \"ftp://x/\" cannot be used: it does not begin"
        ),
        ("token_uri", .number("1"), "its \"token_uri\" is not a string"),
    ])
    func `a member that is not right is named`(_ member: String, _ value: JSON?, _ expected: String) throws {
        let json = try TestKey.file([member: value])
        let error = try failure { () throws(GoogleCredentialsError) in
            try ServiceAccountKey(json: json, name: "the file K")
        }
        #expect(error.kind == .malformed)
        #expect(error.message.hasPrefix("The file K is invalid: "))
        #expect(error.message.contains(expected), "\(error)")
        #expect(
            error.message.hasSuffix(
                "Create a new key of the service account, in JSON form, and use that file unchanged."))
        #expect(isOneLine(error.message))
        #expect(!error.message.contains("very-secret"))
    }

    @Test(arguments: [
        ("", "it is not JSON"), ("{", "it is not JSON"), ("[]", "it is not a JSON object"),
        ("\"x\"", "it is not a JSON object"), ("{}", "it has no \"type\""),
        (#"{"type": 7}"#, "it has no \"type\""),
        (#"{"installed": {"client_id": "x"}}"#, "it describes an OAuth client and contains no credentials"),
        (#"{"web": {"client_id": "x"}}"#, "it describes an OAuth client and contains no credentials"),
        (String(repeating: "[", count: 5000), "it is not JSON"),
        (String(repeating: " ", count: 70_000) + "{}", "it holds more than 64 KiB"),
    ])
    func `a text that is no key is refused`(_ text: String, _ expected: String) throws {
        let error = try failure { () throws(GoogleCredentialsError) in
            try ServiceAccountKey(json: Array(text.utf8))
        }
        #expect(error.kind == .malformed)
        #expect(error.message.contains(expected), "\(error)")
        #expect(error.message.contains("service account's key in JSON form"))
        #expect(isOneLine(error.message))
    }

    @Test func `bytes that are no text are refused`() throws {
        let error = try failure { () throws(GoogleCredentialsError) in
            try ServiceAccountKey(json: [0x7B, 0x22, 0xFF, 0x22, 0x7D])
        }
        #expect(error.kind == .malformed)
    }

    @Test func `a key for another cloud says so, and a name that is no domain is refused`() throws {
        #expect(try TestKey.make().universeDomain == "googleapis.com")
        let key = try ServiceAccountKey(
            json: try TestKey.file(["universe_domain": .string("example-cloud.test")]))
        #expect(key.universeDomain == "example-cloud.test")
        let json = try TestKey.file(["universe_domain": .string("https://example-cloud.test/")])
        let error = try failure { () throws(GoogleCredentialsError) in try ServiceAccountKey(json: json) }
        #expect(error.kind == .malformed)
        #expect(
            error.message.contains("its \"universe_domain\" \"https://example-cloud.test/\" is not a domain"))
    }

    @Test func `a file of another type is refused`() throws {
        let error = try failure { () throws(GoogleCredentialsError) in try ServiceAccountKey(json: userFile())
        }
        #expect(error.kind == .unsupported)
        #expect(
            error.message.contains("is of the type \"authorized_user\"; a service account's key is needed"))
    }

    @Test func `a key that is too short, and a public key, are refused`() throws {
        let short = try #require(RSAKeyPair(size: 1024)).privatePEM
        for pem in [short, try TestKey.pair.publicPEM] {
            let json = try TestKey.file(["private_key": .string(pem)])
            let error = try failure { () throws(GoogleCredentialsError) in try ServiceAccountKey(json: json) }
            #expect(error.kind == .malformed)
            #expect(error.message.contains("not an RSA key of 2048 bits"))
        }
    }
}
