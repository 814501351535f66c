import FirestoreClient
import NamedFiles
import ReadReceipts
import SQLite
import Synchronization
import TestSupport
import Testing

@testable import ReceiptWorker

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

@Suite("Verifying an outbox", .timeLimit(.minutes(5)))
struct OutboxVerificationTests {
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/outbox" }
    private static let users: [UserID] = ["ann", "bob", "cid"]

    init() throws { folder = try TemporaryFolder() }

    /// The contents of the outbox: some 500 receipts on some 20 pages.
    private static let events = (0..<501).map { number in
        ReceiptEvent(
            number.isMultiple(of: 7) ? .delivered : .read, conversationID: "conversation-\(number % 4)",
            messageID: "message-\(number)-of-many-that-wait", userID: users[number % 3],
            milliseconds: Int64(number))
    }

    private func makeOutbox() async throws {
        let outbox = try Outbox(path: path, now: { 1000 })
        try await outbox.store(Self.events)
        let batch = try #require(
            try await outbox.handOut(after: 0, except: [], limit: 3, mixesLanes: false).batch)
        try await outbox.settle([
            LaneSettlement(
                batch.parts[0].lane,
                batch.parts[0].receipts.map {
                    .dead($0, code: "NOT_FOUND", reason: "there is no such message")
                })
        ])
        try await outbox.store([], upTo: FilePosition(path: "/e", device: 1, inode: 2, offset: 3, lines: 4))
    }

    private func verify(_ path: String) async throws -> (OutboxVerification.Report, [OutboxDamage]) {
        let damage = Mutex<[OutboxDamage]>([])
        let report = try await OutboxVerification(path: path).run { row in damage.withLock { $0.append(row) }
        }
        return (report, damage.withLock { $0 })
    }

    private func salvage(_ path: String, to target: String) async throws -> OutboxVerification.Report {
        try await OutboxVerification(path: path).salvage(to: target) { _ in }
    }

    /// Everything that an outbox hands out, as text, and the rows that are set aside.
    private func contents(_ path: String) async throws -> Set<String> {
        let outbox = try Outbox(path: path, now: { 2000 })
        let found = try await outbox.handOut(after: 0, except: [], limit: 10_000, mixesLanes: true)
        let waiting = (found.batch?.parts ?? []).flatMap { part in
            part.receipts.map {
                "\(part.lane.conversationID) \(part.lane.userID) \($0.messageID) \($0.receipt)"
            }
        }
        return Set(waiting + (try await outbox.deadLetters()).map { Self.text($0.event) })
    }

    private static func text(_ event: ReceiptEvent) -> String {
        "\(event.conversationID) \(event.userID) \(event.messageID) \(event.receipt)"
    }

    private static let all = Set(events.map(text))

    private func bytes(_ path: String) throws -> [UInt8] { try NamedFile.contents(of: path, limit: 1 << 24) }

    private func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        for end in ["", "-wal", "-shm"] { unlink(path + end) }
        try FileReplacement.write(bytes, to: path)
        return path
    }

    @Test func `an intact outbox is reported as such, and can be copied`() async throws {
        try await makeOutbox()
        let (report, damage) = try await verify(path)
        #expect(report.isWhole && damage.isEmpty && report.hasChecksums)
        #expect(
            report.whole == ["receipts": 498, "dead_letters": 3, "lanes": 12, "files": 1, "totals": 1])
        let copy = "\(folder.path)/copy"
        #expect(try await salvage(path, to: copy) == report)
        #expect(try await contents(copy) == Self.all)
        let outbox = try Outbox(path: copy)
        #expect(try await outbox.position(inFile: "/e")?.offset == 3)
        #expect(try await outbox.totals() == Outbox(path: path).totals())
        #expect(try await outbox.deadLetters() == Outbox(path: path).deadLetters())
        let (again, _) = try await verify(copy)
        #expect(again.isWhole)
        let drafts = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.contains("partial")
        }
        #expect(drafts == [])
        let there = await #expect(throws: OutboxError.self) { try await salvage(path, to: copy) }
        #expect(there?.description == "\(copy) already exists; choose another file name")
    }

    @Test func `a changed row is named, and the others are salvaged`() async throws {
        try await makeOutbox()
        try OutboxDamageTests.change(path, "UPDATE receipts SET message = 'message-x' WHERE id = 9")
        let (report, damage) = try await verify(path)
        #expect(damage == [OutboxDamage(.receipts, 9, .checksum)])
        #expect((report.whole["receipts"], report.damaged) == (497, ["receipts": 1]))
        #expect(try await salvage(path, to: "\(folder.path)/new") == report)
        #expect(try await contents("\(folder.path)/new").count == 500)
    }

    @Test func `receipts of a changed lane are named with it`() async throws {
        try await makeOutbox()
        try OutboxDamageTests.change(path, "UPDATE lanes SET user = 'eve' WHERE id = 4")
        let (report, damage) = try await verify(path)
        #expect(damage.first == OutboxDamage(.lanes, 4, .checksum))
        #expect(report.damaged["lanes"] == 1)
        #expect(damage.dropFirst().allSatisfy { $0.reason == .lane })
        #expect((report.damaged["receipts"] ?? 0) + (report.whole["receipts"] ?? 0) == 498)
    }

    @Test func `whichever page is missing, the salvaged rows are correct and the loss is reported`()
        async throws
    {
        try await makeOutbox()
        let whole = try bytes(path)
        let pages = whole.count / 4096
        #expect(pages > 12)
        for page in 0..<pages {
            for filling in [0, 0xFF] as [UInt8] {
                var damaged = whole
                damaged.replaceSubrange(
                    page * 4096..<(page + 1) * 4096, with: [UInt8](repeating: filling, count: 4096))
                try await check(damaged, "page \(page), \(filling)")
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `whichever bits are flipped, the salvaged rows are correct and the loss is reported`(seed: UInt64)
        async throws
    {
        try await makeOutbox()
        let whole = try bytes(path)
        var generator = SeededGenerator(seed: seed)
        for round in 0..<40 {
            var damaged = whole
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] ^=
                    1
                    << UInt8.random(
                        in: 0..<8, using: &generator)
            }
            try await check(damaged, "seed \(seed), round \(round)")
        }
    }

    @Test func `wherever the file ends, the salvaged rows are correct and the loss is reported`() async throws
    {
        try await makeOutbox()
        let whole = try bytes(path)
        for end in [
            0, 1, 99, 100, 512, 4095, 4096, 4097, 8192, whole.count / 2, whole.count - 4096, whole.count - 1,
        ] {
            try await check(Array(whole[..<end]), "end \(end)")
        }
    }

    /// Everything salvaged was there before, and everything else is reported.
    private func check(_ damaged: [UInt8], _ what: String) async throws {
        let path = try write(damaged, "damaged")
        let target = "\(folder.path)/salvaged"
        for end in ["", "-wal", "-shm", ".lock"] { unlink(target + end) }
        let report: OutboxVerification.Report
        do throws(OutboxError) {
            report = try await OutboxVerification(path: path).salvage(to: target) { _ in }
        } catch {
            #expect(error.code == .unreadable, "\(what): \(error)")
            return
        }
        let saved = try await contents(target)
        #expect(saved.isSubset(of: Self.all), "\(what)")
        #expect(saved == Self.all || !report.isWhole, "\(what): \(Self.all.count - saved.count) are missing")
        #expect(try bytes(path) == damaged, "\(what)")
        let (again, _) = try await verify(target)
        #expect(again.isWhole, "\(what)")
    }

    @Test(arguments: [5, 6, 7] as [UInt64])
    func `SQLite drops the end of a damaged log, which is reported`(seed: UInt64) async throws {
        let outbox = try Outbox(path: path, now: { 1000 })
        for start in stride(from: 0, to: Self.events.count, by: 20) {
            try await outbox.store(Array(Self.events[start..<min(start + 20, Self.events.count)]))
        }
        let (file, log) = (try bytes(path), try bytes(path + "-wal"))
        #expect(try OutboxLog.state(of: path + "-wal") == .whole)
        var generator = SeededGenerator(seed: seed)
        var refused = 0
        for round in 0..<40 {
            var damaged = log
            damaged[Int.random(in: 0..<log.count, using: &generator)] ^=
                1
                << UInt8.random(
                    in: 0..<8, using: &generator)
            let path = try write(file, "damaged")
            _ = try write(damaged, "damaged-wal")
            let target = "\(folder.path)/salvaged"
            for end in ["", "-wal", "-shm"] { unlink(target + end) }
            // Either the worker gets everything except the last transaction, or it is not allowed to start.
            let state = try OutboxLog.state(of: path + "-wal")
            let report: OutboxVerification.Report
            do throws(OutboxError) {
                report = try await OutboxVerification(path: path).salvage(to: target) { _ in }
            } catch {
                #expect(
                    state == .damaged && error.code == .unreadable, "seed \(seed), round \(round): \(error)")
                continue
            }
            let saved = try await contents(target)
            #expect(saved.isSubset(of: Self.all), "seed \(seed), round \(round)")
            #expect(saved == Self.all || !report.isWhole, "seed \(seed), round \(round)")
            if state == .damaged {
                refused += 1
                let refusal = #expect(throws: OutboxError.self) { _ = try Outbox(path: path) }
                #expect(refusal?.code == .unreadable)
            } else {
                #expect(saved.count >= Self.all.count - 20, "seed \(seed), round \(round)")
            }
        }
        #expect(refused > 20)
        _ = outbox
    }

    @Test func `a log that ends anywhere is what a crash leaves, and valid`() async throws {
        let outbox = try Outbox(path: path, now: { 1000 })
        for event in Self.events.prefix(20) { try await outbox.store([event]) }
        let (file, log) = (try bytes(path), try bytes(path + "-wal"))
        for end in stride(from: 0, to: log.count, by: 777) {
            let path = try write(file, "damaged")
            _ = try write(Array(log[..<end]), "damaged-wal")
            #expect(try OutboxLog.state(of: path + "-wal") == .whole)
        }
        _ = outbox
    }

    @Test func `a header of zeros hides nothing`() async throws {
        try await makeOutbox()
        var damaged = try bytes(path)
        damaged.replaceSubrange(..<100, with: [UInt8](repeating: 0, count: 100))
        let path = try write(damaged, "damaged")
        let refusal = #expect(throws: OutboxError.self) { _ = try Outbox(path: path) }
        #expect(refusal?.code == .unreadable)
        let target = "\(folder.path)/new"
        let report = try await salvage(path, to: target)
        #expect(report.problems.first == "the header of the file is damaged")
        #expect(try await contents(target) == Self.all)
    }

    @Test
    func `an outbox of an older version is read as it is, and gets its checksums from the first worker`()
        async throws
    {
        do {
            let old = try SQLiteFile(path: path)
            try OutboxSchema.migrations.apply(to: old, upTo: "3: what was done so far")
            try await old.write { db in
                try db.run(
                    script: """
                        INSERT INTO lanes (id, conversation, user) VALUES (1, 'c1', 'bob');
                        INSERT INTO receipts (lane, message, kind, stored_at) VALUES (1, 'm1', 2, 5), (1, 'm2', 7, 5);
                        """)
            }
            old.close()
        }
        let (report, damage) = try await verify(path)
        #expect(!report.hasChecksums)
        #expect(damage == [OutboxDamage(.receipts, 2, .kind)])
        let outbox = try Outbox(path: path)
        let found = try await outbox.handOut(after: 0, except: [], limit: 9, mixesLanes: true)
        #expect(found.batch?.parts.first?.receipts.map(\.messageID) == ["m1"])
        #expect(found.damage == [OutboxDamage(.receipts, 2, .kind)])
        #expect(try await verify(path).0.hasChecksums)
    }

    @Test func `an outbox of a newer version, another file, and a missing file are reported`() async throws {
        try await makeOutbox()
        try OutboxDamageTests.change(path, "INSERT INTO grdb_migrations VALUES ('99: beyond')")
        let newer = await #expect(throws: OutboxError.self) { try await verify(path) }
        #expect(newer?.description.contains("newer version") == true)
        let text = try write(Array(String(repeating: "These are notes. ", count: 900).utf8), "notes")
        let none = await #expect(throws: OutboxError.self) { try await verify(text) }
        #expect(none?.code == .unreadable)
        let missing = await #expect(throws: OutboxError.self) { try await verify("\(folder.path)/none") }
        #expect(missing?.description == "cannot read \(folder.path)/none: there is no such file")
        #expect(mkfifo("\(folder.path)/pipe", 0o600) == 0)
        let pipe = await #expect(throws: OutboxError.self) { try await verify("\(folder.path)/pipe") }
        #expect(pipe?.description.contains("it is a pipe") == true)
    }

    @Test func `an outbox is verified while others use it, and without write permission`() async throws {
        try await makeOutbox()
        let outbox = try Outbox(path: path)
        #expect(try await verify(path).0.isWhole)
        try await outbox.store([OutboxDamageTests.event("one more")])
        #expect(try await verify(path).0.whole["receipts"] == 499)
        #expect(chmod(path, 0o400) == 0 && chmod(folder.path, 0o500) == 0)
        defer { chmod(folder.path, 0o700) }
        #expect(try await verify(path).0.whole["receipts"] == 499)
    }

    @Test func `a full disk stops a salvage, which leaves nothing behind`() async throws {
        try await makeOutbox()
        let draft = "\(folder.path)/small"
        do {
            let outbox = try Outbox(path: draft)
            try await outbox.database.write { db in
                _ = try db.integer("PRAGMA max_page_count = 15")
            }
            let salvage = OutboxSalvage(outbox, "\(folder.path)/never")
            let refusal = #expect(throws: OutboxError.self) {
                for event in Self.events {
                    try salvage.add(.receipt(id: event.milliseconds ?? 0, event, storedAt: 1))
                }
                try salvage.finish()
            }
            #expect(refusal?.code == .disk)
            salvage.cancel()
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.allSatisfy { $0.hasPrefix("outbox") }, "\(files)")
        #expect(try await verify(path).0.isWhole)
    }
}
