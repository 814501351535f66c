import CoreValues
import EmulatorAccess
import HTTPTypes
import JSONText
import Testing

@testable import RealtimeDatabaseEmulator

@Suite("Who sends a request")
struct CallerTests {
    private static let now = Timestamp(seconds: 1000, nanoseconds: 0)

    private func caller(_ parameters: String = "", authorization: String? = nil) throws(RESTFailure) -> Caller
    {
        try Caller(authorization: authorization, try RequestTarget("/a.json?" + parameters), at: Self.now)
    }

    private func refusal(_ parameters: String = "", authorization: String? = nil) -> RESTFailure? {
        do throws(RESTFailure) {
            _ = try caller(parameters, authorization: authorization)
            return nil
        } catch {
            return error
        }
    }

    @Test func `nobody is anonymous`() throws {
        #expect(try caller() == .anonymous)
        #expect(try caller("auth=") == .anonymous)
    }

    @Test(arguments: ["owner", "ya29.abc", "anything", "a.b.c"])
    func `an access token makes an administrator`(text: String) throws {
        #expect(try caller(authorization: "Bearer \(text)") == .admin)
        #expect(try caller(authorization: "bearer \(text)") == .admin)
        #expect(try caller("access_token=\(text)") == .admin)
    }

    @Test func `a token of a user is taken at its word`() throws {
        let caller = try caller("auth=" + token(#"{"sub":"bob","admin":true}"#))
        #expect(
            caller.identity
                == .user(
                    claims: .object([
                        JSON.Member("sub", .string("bob")), JSON.Member("admin", .boolean(true)),
                    ])))
        #expect(caller.expiry == nil && caller.isBound)
        #expect(try self.caller("auth=owner") == .admin)
    }

    @Test func `a token holds until its time is over`() throws {
        #expect(
            try caller("auth=" + token(#"{"sub":"bob","exp":1001}"#)).expiry
                == Timestamp(seconds: 1001, nanoseconds: 0))
        for time in ["1000", "999.5", "-5"] {
            #expect(
                refusal("auth=" + token("{\"sub\":\"bob\",\"exp\":\(time)}"))
                    == .unauthorized("Auth token is expired"))
        }
        for time in ["1e300", "\"1\"", "null"] {
            #expect(try caller("auth=" + token("{\"sub\":\"bob\",\"exp\":\(time)}")).expiry == nil)
        }
    }

    @Test func `a mock token, which was issued in 1970, holds at any time`() throws {
        let caller = try caller("auth=" + token(#"{"sub":"bob","iat":0,"exp":3600}"#))
        #expect(caller.expiry == nil && caller.isBound)
    }

    @Test(arguments: ["x", "a.b.c", "..", "null", "Bearer%20owner"])
    func `an invalid token is refused`(text: String) {
        #expect(refusal("auth=\(text)") == .unauthorized("Could not parse auth token."))
    }

    @Test(arguments: ["", "Bearer", "owner", "Basic b3duZXI="])
    func `another scheme is refused`(header: String) {
        #expect(refusal(authorization: header)?.status == .unauthorized)
    }

    @Test func `the token of a user is no access token`() {
        let token = token(#"{"sub":"bob"}"#)
        #expect(refusal(authorization: "Bearer \(token)")?.status == .unauthorized)
        #expect(refusal("access_token=\(token)")?.message.contains("auth") == true)
    }

    @Test func `an administrator may act as somebody else`() throws {
        #expect(try caller("auth_variable_override=null", authorization: "Bearer owner") == .anonymous)
        let bob = try caller(
            "auth_variable_override=" + #"{"uid":"bob"}"#.encoded, authorization: "Bearer owner")
        #expect(
            bob.identity == .user(claims: .object([JSON.Member("uid", .string("bob"))])) && bob.isOverride)
        for text in ["1", "bob", "[]", ""] {
            #expect(
                refusal("auth_variable_override=\(text)", authorization: "Bearer owner")?.status
                    == .badRequest)
        }
        // Nobody else may.
        #expect(try caller("auth_variable_override=" + #"{"uid":"bob"}"#.encoded) == .anonymous)
    }
}
