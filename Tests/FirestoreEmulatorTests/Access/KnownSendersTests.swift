import EmulatorAccess
import FirestoreModel
import FirestoreRules
import JSONText
import Testing

@testable import FirestoreEmulator

@Suite("Senders by their tokens")
struct KnownSendersTests {
    private static func header(_ uid: String) -> String {
        let parts = [#"{"alg":"none"}"#, #"{"sub":"\#(uid)"}"#].map {
            Base64.encodeURLSafe(Array($0.utf8))
        }
        return "Bearer \(parts.joined(separator: "."))."
    }

    @Test func `many senders are told apart, however often they come back`() throws {
        let senders = KnownSenders(like: .emulator)
        for _ in 0..<3 {
            for number in 0..<150 {
                let sender = try senders.sender(authorization: Self.header("user\(number)"))
                #expect(sender.auth?.uid == "user\(number)")
                #expect(
                    sender.identity
                        == .user(claims: .object([JSON.Member("sub", .string("user\(number)"))])))
            }
        }
        #expect(try senders.sender(authorization: nil).identity == .anonymous)
        #expect(try senders.sender(authorization: "Bearer owner").identity == .admin)
        #expect(try senders.sender(authorization: "Bearer owner").auth == nil)
    }

    @Test func `an invalid token is refused each time, also one that only looks like a known one`() throws {
        let senders = KnownSenders(like: .emulator)
        let known = Self.header("Ja")
        #expect(known.contains("K"))
        #expect(try senders.sender(authorization: known).auth?.uid == "Ja")
        // To Unicode, the sign of the unit kelvin is a K.
        let other = known.replacing("K", with: "\u{212A}")
        #expect(other == known)
        for bad in [other, "Bearer a.b", "Basic x"] {
            for _ in 0..<2 {
                #expect(refusal { () throws(RPCStatus) in try senders.sender(authorization: bad) } != nil)
            }
        }
    }

    @Test func `a long token is decoded like any other`() throws {
        let uid = String(repeating: "u", count: 10_000)
        let senders = KnownSenders(like: .emulator)
        for _ in 0..<2 {
            #expect(try senders.sender(authorization: Self.header(uid)).auth?.uid == uid)
        }
    }
}
