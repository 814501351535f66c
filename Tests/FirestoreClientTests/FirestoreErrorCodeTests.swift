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

    @Test func `an NSError is caught, whether the type of the error is known or not`() async throws {
        do {
            try await read()
            Issue.record("no error")
        } catch let error as NSError {
            #expect(error.code == FirestoreErrorCode.unavailable.rawValue)
        }
        do {
            try await makeFirestore().document("a/b").updateData([:])
            Issue.record("no error")
        } catch let error as NSError {
            #expect(error.code == FirestoreErrorCode.invalidArgument.rawValue)
        }
        let firestore = try makeFirestore()
        do {
            try await firestore.document("a/b").updateData([:])
            Issue.record("no error")
        } catch {
            let bridged = error as NSError
            #expect(bridged.code == FirestoreErrorCode.invalidArgument.rawValue)
        }
        let foreign: any Error = NSError(domain: FirestoreErrorDomain, code: 7)
        #expect((foreign as? FirestoreErrorCode)?.code == .permissionDenied)
        #expect((NSError(domain: "other", code: 7) as any Error) is FirestoreErrorCode == false)
    }

    @Test func `an error can be made for a test`() {
        let error = FirestoreErrorCode(.aborted, userInfo: [NSLocalizedDescriptionKey: "why"])
        #expect(error.code == .aborted && error.localizedDescription == "why")
        #expect(FirestoreErrorCode.Code.OK.rawValue == 0)
    }
}
