import FirestoreClient
import Foundation
import TestSupport
import Testing

@Suite struct FirestoreErrorCodeTests {
    private func read() async throws {
        let missing = ScriptedTransport.Step.json(errorJSON(503, "UNAVAILABLE", "try later"), status: 503)
        _ = try await makeFirestore(ScriptedTransport([missing])).document("a/b").getDocument()
    }

    @Test func `an error is caught by its code`() async throws {
        do {
            try await read()
            Issue.record("no error")
        } catch FirestoreErrorCode.notFound {
            Issue.record("another code")
        } catch FirestoreErrorCode.unavailable {
        }
    }

    @Test func `an error is an NSError with Firebase's domain and code`() async throws {
        do {
            try await read()
            Issue.record("no error")
        } catch {
            let bridged = error as NSError
            #expect(bridged.domain == FirestoreErrorDomain)
            #expect(FirestoreErrorCode.Code(rawValue: bridged.code) == .unavailable)
            #expect(bridged.code == FirestoreErrorCode.unavailable.rawValue)
            #expect(bridged.localizedDescription.contains("try later"))
            #expect((error as? FirestoreErrorCode)?.code == .unavailable)
        }
    }

    @Test func `an error can be made for a test`() {
        let error = FirestoreErrorCode(.aborted, userInfo: [NSLocalizedDescriptionKey: "why"])
        #expect(error.code == .aborted && error.localizedDescription == "why")
        #expect(FirestoreErrorCode.Code.OK.rawValue == 0)
    }
}
