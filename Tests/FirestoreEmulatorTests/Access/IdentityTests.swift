import EmulatorAccess
import FirestoreModel
import JSONText
import Testing

@testable import FirestoreEmulator

@Suite("Identities")
struct IdentityTests {
    @Test(arguments: ["Bearer owner", "bearer owner", "BEARER Owner", "Bearer ya29.a0b1", "Bearer ya29."])
    func `owners and Google's access tokens are administrators`(header: String) throws {
        #expect(try Identity(authorization: header) == .admin)
    }

    @Test func `nobody is anonymous`() throws {
        #expect(try Identity(authorization: nil) == .anonymous)
    }

    /// `{"alg":"none"}` and `{"sub":"bob"}`.
    private static let token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJib2IifQ"

    @Test(arguments: [
        "Bearer \(token).", "bearer \(token).c2lnbmF0dXJl",
        "Bearer eyJhbGciOiJub25lIn0=.eyJzdWIiOiJib2IifQ==.",
    ])
    func `a token is taken at its word`(header: String) throws {
        #expect(
            try Identity(authorization: header)
                == .user(claims: .object([JSON.Member("sub", .string("bob"))])))
    }

    @Test(
        arguments: [
            "Bearer x", "Bearer a.b", "Bearer a.b.c", "Bearer ..", "Bearer \(token)", "Bearer \(token).a.b",
            "Bearer \(token).!", "Bearer e30.W10.", "Bearer W10.e30.",
            "Bearer owners", "Bearer null",
        ])
    func `an invalid token is refused`(header: String) {
        let refused = refusal { () throws(RPCStatus) in try Identity(authorization: header) }
        #expect(refused == .invalidArgument("invalid jwt"))
    }

    @Test(arguments: ["", "Bearer", "Bearer ", "owner", "Basic b3duZXI=", "Firebase token"])
    func `another scheme is refused`(header: String) {
        let refused = refusal { () throws(RPCStatus) in try Identity(authorization: header) }
        #expect(refused?.code == .unauthenticated)
    }
}
