import Dispatch
import Foundation
import HTTPTransport
import HTTPTypes
import RealtimeDatabase
import TestSupport
import Testing

@Suite struct HandlerTests {
    private struct Message: Codable, Equatable { var text: String }

    private static let written = ScriptedTransport.Step.text("", type: nil, status: 204)
    private static let denied = ScriptedTransport.Step.json(#"{"error":"Permission denied"}"#, status: 401)

    private func database(
        _ server: ScriptedServer, log: RecordingLogHandler.Log = RecordingLogHandler.Log()
    ) throws -> Database {
        let database = try makeDatabase(server, endpoint: .production, log: log)
        database.callbackQueue = DispatchQueue(label: "handlers")
        return database
    }

    /// What an app writes in a function that awaits nothing.
    private func write(_ database: Database) throws {
        let reference = database.reference(withPath: "r")
        reference.setValue(["n": 1])
        reference.updateChildValues(["n": 2, "at": ServerValue.timestamp()])
        reference.setValue(3, andPriority: nil)
        try reference.setValue(from: Message(text: "4"))
        reference.child("x").setValue(nil)
        reference.removeValue()
    }

    @Test func `writes that nobody awaits are sent in order, and before a read that comes after them`()
        async throws
    {
        let server = ScriptedServer(Array(repeating: Self.written, count: 6) + [.json("null")])
        let database = try database(server)
        try write(database)
        _ = try await database.reference(withPath: "r").getData()
        #expect(
            server.requests.map { "\($0.head.method) \($0.text)" } == [
                #"PUT {"n":1}"#, #"PATCH {"at":{".sv":"timestamp"},"n":2}"#, "PUT 3", #"PUT {"text":"4"}"#,
                "PUT null", "DELETE ", "GET ",
            ])
    }

    @Test func `handlers get the error, and the reference`() async throws {
        let server = ScriptedServer([Self.written, Self.denied, .json("7"), Self.denied])
        let reference = try database(server).reference(withPath: "r")
        let (noError, same) = await withCheckedContinuation { done in
            reference.setValue(1) { error, reference in done.resume(returning: (error == nil, reference)) }
        }
        #expect(noError && same == reference)
        let failure = await withCheckedContinuation { done in
            reference.updateChildValues(["a": 1]) { error, _ in done.resume(returning: error) }
        }
        #expect((failure as? DatabaseError)?.code == .permissionDenied)
        let value = await withCheckedContinuation { done in
            reference.getData { error, snapshot in
                done.resume(returning: error == nil ? snapshot?.databaseValue : nil)
            }
        }
        #expect(value == 7)
        let nothing = await withCheckedContinuation { done in
            reference.getData { error, snapshot in done.resume(returning: error != nil && snapshot == nil) }
        }
        #expect(nothing)
    }

    @Test func `a failure that no handler gets is logged, and what follows is written`() async throws {
        let log = RecordingLogHandler.Log()
        let server = ScriptedServer([Self.denied, Self.written])
        let database = try database(server, log: log)
        func start() {
            database.reference(withPath: "r").setValue("secret")
            database.reference(withPath: "r").setValue(Date())
            database.reference(withPath: "r").onDisconnectRemoveValue()
            database.reference(withPath: "r").removeValue()
        }
        start()
        await database.waitForPendingWrites()
        #expect(server.requests.count == 2)
        let failures = log.lines.filter { $0.contains("a write that nobody awaited failed") }
        #expect(failures.count == 3 && failures.allSatisfy { $0.hasPrefix("error ") })
        for (line, code) in zip(failures, ["permissionDenied", "invalidArgument", "unsupported"]) {
            #expect(line.contains("database-code=\(code)"))
        }
        #expect(!log.lines.contains { $0.contains("secret") })
    }

    @Test func `a transaction can have a handler, and its block runs on the queue of the client`()
        async throws
    {
        let read = ScriptedTransport.Step.response(status: 200, fields: [.eTag: "e"], body: Array("4".utf8))
        let server = ScriptedServer([read, .json("5"), read, read, .json("5")])
        let database = try database(server)
        let key = DispatchSpecificKey<Bool>()
        database.callbackQueue.setSpecific(key: key, value: true)
        let reference = database.reference(withPath: "n")
        let addOne: (MutableData) -> TransactionResult = { data in
            #expect(DispatchQueue.getSpecific(key: key) == true)
            data.value = (data.value as? Int ?? 0) + 1
            return .success(withValue: data)
        }
        let (committed, value) = await withCheckedContinuation { done in
            reference.runTransactionBlock(addOne) { error, committed, snapshot in
                done.resume(returning: (error == nil && committed, snapshot?.databaseValue))
            }
        }
        #expect(committed && value == 5)
        let aborted = await withCheckedContinuation { done in
            reference.runTransactionBlock(
                { _ in .abort() },
                andCompletionBlock: { error, committed, _ in
                    done.resume(returning: error == nil && !committed)
                }, withLocalEvents: false)
        }
        #expect(aborted)
        func start() { reference.runTransactionBlock(addOne) }
        start()
        await database.waitForPendingWrites()
        #expect(server.requests.map(\.text) == ["", "5", "", "", "5"])
    }
}
