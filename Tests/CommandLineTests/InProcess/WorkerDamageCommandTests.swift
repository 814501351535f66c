import FirestoreClient
import ReadReceipts
import ReceiptWorker
import TestSupport
import Testing

@testable import receipts

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A worker with a damaged outbox: it exits with a message, writes nothing that was never reported, and loses nothing unnoticed.
@Suite("The worker on a damaged outbox", .timeLimit(.minutes(5)))
struct WorkerDamageCommandTests {
    private let folder: TemporaryFolder
    private let line: CommandLine
    private var outbox: String { "\(folder.path)/outbox" }
    private static let messages = 150

    /// Bob has read the messages with even numbers, carol the others.
    init() async throws {
        folder = try TemporaryFolder()
        line = try CommandLine()
        let admin = try line.server.firestore()
        try await admin.document("conversations/c").setData(["participants": ["alice", "bob", "carol"]])
        let batch = admin.batch()
        for number in 0..<Self.messages {
            batch.setData(
                TestChat.message(), forDocument: admin.document("conversations/c/messages/message-\(number)"))
        }
        try await batch.commit()
        let outbox = try Outbox(path: "\(folder.path)/outbox")
        try await outbox.store(
            (0..<Self.messages).map { number in
                ReceiptEvent(
                    .read, conversationID: "c", messageID: "message-\(number)",
                    userID: number.isMultiple(of: 2) ? "bob" : "carol")
            })
    }

    /// The messages that the right user has read. Any other receipt is a mistake.
    private func written() async throws -> Set<Int> {
        let documents = try await line.server.firestore().collection("conversations/c/messages")
            .getDocuments()
        #expect(documents.documents.count == Self.messages)
        var written: Set<Int> = []
        for document in documents.documents {
            let number = try #require(Int(document.documentID.dropFirst("message-".count)))
            let readers = document.data()["readBy"] as? [String] ?? []
            if readers.isEmpty { continue }
            #expect(readers == [number.isMultiple(of: 2) ? "bob" : "carol"], "\(number)")
            written.insert(number)
        }
        return written
    }

    private func drain(_ path: String) async -> CommandLine.Outcome {
        await line.run("worker", "--drain", "--quiet", "--outbox", path)
    }

    private func read(_ path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "rb"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
    }

    private func write(_ bytes: [UInt8], _ path: String) throws {
        for end in ["", "-wal", "-shm", ".lock"] { unlink(path + end) }
        let file = try #require(fopen(path, "wb"))
        #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
        fclose(file)
    }

    /// Drains a damaged outbox, salvages the intact rows, and drains those too.
    private func check(_ damaged: [UInt8], _ what: String) async throws {
        let (path, saved) = ("\(folder.path)/damaged", "\(folder.path)/saved")
        try write(damaged, path)
        let before = try await written()
        let outcome = await drain(path)
        #expect(outcome.status == 0 || outcome.status == 1, "\(what): \(outcome.err)")
        let first = try await written()
        if outcome.status == 0 { #expect(first.count == Self.messages, "\(what)") }
        for end in ["", "-wal", "-shm", ".lock"] { unlink(saved + end) }
        let verified = await line.run("worker", "verify", "--outbox", path, "--salvage", saved)
        #expect(verified.status == 0 || verified.status == 1, "\(what): \(verified.err)")
        if outcome.status == 1 { #expect(verified.status == 1, "\(what): \(outcome.err)") }
        if access(saved, F_OK) == 0 {
            let rest = await drain(saved)
            #expect(rest.status == 0, "\(what): \(rest.err)")
        }
        #expect(try await written().isSuperset(of: before), "\(what)")
    }

    @Test func `whichever page is missing, draining ends`() async throws {
        let whole = try read(outbox)
        for page in 0..<whole.count / 4096 {
            var damaged = whole
            damaged.replaceSubrange(
                page * 4096..<(page + 1) * 4096, with: [UInt8](repeating: 0xA5, count: 4096))
            try await check(damaged, "page \(page)")
        }
    }

    @Test(arguments: [11, 12, 13] as [UInt64])
    func `whichever bit is flipped, draining ends, and only reported receipts are written`(
        seed: UInt64
    ) async throws {
        let whole = try read(outbox)
        var generator = SeededGenerator(seed: seed)
        for round in 0..<15 {
            var damaged = whole
            damaged[Int.random(in: 0..<whole.count, using: &generator)] ^=
                1
                << UInt8.random(
                    in: 0..<8, using: &generator)
            try await check(damaged, "seed \(seed), round \(round)")
        }
    }

    @Test func `a receipt with a damaged message id is not written, and reported until it is salvaged`()
        async throws
    {
        var damaged = try read(outbox)
        // In the row, in the index, and where each of them used to be.
        let name = Array("message-77".utf8)
        let places = damaged.indices.dropLast(name.count).filter {
            Array(damaged[$0..<$0 + name.count]) == name
        }
        #expect(places.count >= 2)
        for place in places { damaged[place + 9] = UInt8(ascii: "8") }
        let path = "\(folder.path)/damaged"
        try write(damaged, path)
        let outcome = await drain(path)
        #expect(outcome.status == 1)
        let verified = await line.run("worker", "verify", "--outbox", path)
        #expect(verified.status == 1)
        #expect(verified.out.contains("damaged: receipt 78: its checksum does not match"), "\(verified.out)")
        #expect(try await written().isSubset(of: Set(0..<Self.messages).subtracting([77])))
    }

    @Test func `verify counts, names and salvages, for people and programs`() async throws {
        let whole = await line.run("worker", "verify", "--outbox", outbox)
        #expect(whole.out == ["\(outbox) is intact: 150 receipts, 0 dead letters"])
        #expect((whole.status, whole.err) == (0, []))
        let json = await line.run("worker", "verify", "--outbox", outbox, "--format", "json")
        #expect(
            json.out == [
                #"{"outbox":"\#(outbox)","isWhole":true,"whole":{"lanes":2,"receipts":150,"totals":1},"damaged":{},"sqlite":[],"hasChecksums":true}"#
            ])
        let there = await line.run("worker", "verify", "--outbox", outbox, "--salvage", outbox)
        #expect(there.status == 1)
        #expect(there.err == ["receipts: \(outbox) already exists; choose another file name"])
        let none = await line.run("worker", "verify", "--outbox", "\(folder.path)/none")
        #expect(none.status == 2)
        let saved = await line.run(
            "worker", "verify", "--outbox", outbox, "--salvage", "\(folder.path)/new file")
        #expect(saved.out.last == "saved to \(folder.path)/new file")
        #expect(saved.err == ["receipts: continue with: receipts worker --outbox '\(folder.path)/new file'"])
        #expect(await drain("\(folder.path)/new file").status == 0)
        #expect(try await written().count == 150)
    }

    @Test func `the command that drains is printed where it is needed`() async throws {
        let outcome = await line.run(
            "worker", "--listen", "127.0.0.1:0", "--drain", "--outbox", "/my box", "--admin", "--share",
            "1/2",
            "--project", "p")
        #expect(outcome.status == 2)
        let text = outcome.err.joined()
        #expect(
            text.contains(
                "run: receipts worker --drain --outbox '/my box' --share 1/2 --project p --admin"), "\(text)")
        let other = await line.run("worker", "--auto-deliver", "bob", "--drain")
        #expect(other.err.joined().contains("--auto-deliver runs until interrupted"))
        #expect(other.err.joined().contains("run: receipts worker --drain"))
    }
}
