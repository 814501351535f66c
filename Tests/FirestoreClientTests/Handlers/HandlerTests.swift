import FirestoreClient
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite struct HandlerTests {
    private struct Message: Codable, Equatable { var text: String }

    /// What an app writes in a function that awaits nothing.
    private func write(_ firestore: Firestore) throws {
        let reference = firestore.document("c/a")
        reference.setData(["n": 1])
        reference.updateData(["n": 2])
        firestore.batch().setData(["n": 3], forDocument: reference).commit()
        firestore.collection("c").addDocument(data: ["n": 4])
        try reference.setData(from: Message(text: "5"))
        reference.delete()
    }

    @Test func `writes that nobody awaits are sent in order, and before a read that comes after them`()
        async throws
    {
        let answers = Array(repeating: ScriptedTransport.Step.json(commitJSON()), count: 6)
        let transport = ScriptedTransport(answers + [.json(documentJSON("c/a"))])
        let firestore = try makeFirestore(transport)
        try write(firestore)
        _ = try await firestore.document("c/a").getDocument()
        let bodies = transport.requests.map(\.text)
        #expect(bodies.count == 7)
        for (index, part) in [#""1""#, #""2""#, #""3""#, #""4""#, #""5""#, #""delete""#].enumerated() {
            #expect(bodies[index].contains(part), "\(bodies[index])")
        }
        #expect(transport.requests[6].line.hasPrefix("GET "))
    }

    @Test func `an awaited write is sent after those that were started before`() async throws {
        let transport = ScriptedTransport([.json(commitJSON()), .json(commitJSON())])
        let firestore = try makeFirestore(transport)
        func start() { firestore.document("c/a").setData(["first": true]) }
        start()
        try await firestore.document("c/a").setData(["second": true])
        #expect(transport.requests.map { $0.text.contains("first") } == [true, false])
    }

    @Test func `handlers hear of success and of errors`() async throws {
        let denied = ScriptedTransport.Step.json(errorJSON(403, "PERMISSION_DENIED"), status: 403)
        let firestore = try makeFirestore(
            ScriptedTransport([.json(commitJSON()), denied, denied, .json(documentJSON("c/a"))]))
        let settings = firestore.settings
        settings.dispatchQueue = DispatchQueue(label: "handlers")
        firestore.settings = settings
        let reference = firestore.document("c/a")
        let success = await withCheckedContinuation { done in
            reference.setData(["n": 1]) { done.resume(returning: $0) }
        }
        #expect(success == nil)
        let failure = await withCheckedContinuation { done in
            reference.updateData(["n": 1]) { done.resume(returning: $0) }
        }
        #expect((failure as? FirestoreError)?.code == .permissionDenied)
        let unsent = await withCheckedContinuation { done in
            reference.setData(["n": HandlerTests.self]) { done.resume(returning: $0) }
        }
        #expect((unsent as? FirestoreError)?.code == .invalidArgument)
        let (none, error) = await withCheckedContinuation { done in
            reference.getDocument { done.resume(returning: ($0, $1)) }
        }
        #expect(none == nil && (error as? FirestoreError)?.code == .permissionDenied)
        let (snapshot, nothing) = await withCheckedContinuation { done in
            reference.getDocument(source: .server) { done.resume(returning: ($0, $1)) }
        }
        #expect(snapshot?.documentID == "a" && nothing == nil)
        let (_, uncached) = await withCheckedContinuation { done in
            firestore.collection("c").getDocuments(source: .cache) { done.resume(returning: ($0, $1)) }
        }
        #expect((uncached as? FirestoreError)?.code == .unavailable)
    }

    @Test func `a failed write without a handler is logged, and the next one is sent`() async throws {
        let denied = ScriptedTransport.Step.json(errorJSON(403, "PERMISSION_DENIED"), status: 403)
        let log = RecordingLogHandler.Log()
        let firestore = try Firestore(
            FirestoreSettings(projectID: "p", endpoint: .emulator(host: "127.0.0.1", port: 8080)),
            transport: ScriptedTransport([denied, .json(commitJSON())]), logger: log.logger)
        func start() {
            firestore.document("c/a").setData(["secret": "s3cret"])
            firestore.document("c/b").delete()
        }
        start()
        try await firestore.waitForPendingWrites()
        #expect(firestore.usage.documentsWritten == 1)
        let line = try #require(log.lines.first { $0.hasPrefix("error ") })
        #expect(line.contains("PERMISSION_DENIED"))
        #expect(!line.contains("s3cret"))
    }
}
