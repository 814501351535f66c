import ReadReceipts
import SQLite
import TestSupport
import Testing

@testable import ReceiptWorker

/// The life of an outbox on a disk that fails at one step, and what must be there after it.
struct DiskTrial {
    /// The receipt of a user for a message.
    private struct Key: Hashable {
        let user: UserID
        let message: MessageID
    }

    /// A promise that the outbox broke.
    struct Failure: Hashable, CustomStringConvertible {
        let description: String
        /// Whether something is there that was never sent.
        var isInvention = false
    }

    private let folder: TemporaryFolder
    private let path: String
    private let disk: FaultyDisk
    private let isKilled: Bool
    private var outbox: Outbox?

    /// What was ever sent, and what of it was acknowledged.
    private var sent: [Key: Set<Receipt>] = [:]
    private var acknowledged: [Key: Receipt] = [:]
    /// What was handed back as written or refused, and what of it was acknowledged.
    private var settled: Set<Key> = []
    private var surelySettled: Set<Key> = []
    private var refused: Set<Key> = []
    private var offset: Int64 = 0
    private var sentAt: [Int64: [Key]] = [:]

    /// - Parameter fault: At which step what happens; nil for a disk that works.
    init(_ fault: (kind: FaultyDisk.Fault, step: Int)?, lies: Bool = false) throws {
        folder = try TemporaryFolder()
        path = "\(folder.path)/outbox"
        disk = try #require(FaultyDisk(folder: folder.path))
        if let fault { disk.plan(fault.kind, at: fault.step) }
        if lies { disk.lie() }
        isKilled = fault?.kind == .killed
    }

    var steps: Int { disk.steps }

    // MARK: Life

    /// Lives, as far as the disk lets it.
    mutating func run() async {
        for _ in 0..<2 {
            open()
            await store(0..<4, by: "bob", .delivered)
            await store(2..<6, by: "carol", .read)
            // A later stage covers the earlier one, and an earlier one nothing.
            await store(1..<3, by: "bob", .read)
            await store(1..<3, by: "bob", .delivered)
            await settle(most: 3)
            await settle(most: 2, refuses: true)
            await settle(most: 1)
            await store(10..<60, by: "dave", .read)
            for _ in 0..<4 { await settle(most: 8) }
            await settle(most: 3, refuses: true)
            await retry()
            await store(60..<64, by: "erin", .delivered)
            await settle(most: 100)
            await store(70..<73, by: "bob", .read)
            close()
        }
    }

    private mutating func open() {
        if outbox != nil || disk.isDead { return }
        outbox = try? Outbox(path: path, now: { 1000 })
        // So that the log is often copied to the file, and begun anew.
        _ = try? outbox?.database.readNow { db in try db.run(script: "PRAGMA wal_autocheckpoint = 12") }
    }

    private mutating func close() {
        outbox?.close()
        outbox = nil
    }

    private mutating func store(_ messages: Range<Int>, by user: UserID, _ receipt: Receipt) async {
        guard let outbox, !disk.isDead else { return }
        let keys = messages.map { Key(user: user, message: MessageID("m\($0)")) }
        offset += 1
        sentAt[offset] = keys
        for key in keys {
            sent[key, default: []].insert(receipt)
            surelySettled.remove(key)
        }
        let events = keys.map {
            ReceiptEvent(receipt, conversationID: "c", messageID: $0.message, userID: $0.user)
        }
        let position = FilePosition(path: "/events", device: 1, inode: 2, offset: offset, lines: Int(offset))
        guard (try? await outbox.store(events, upTo: position)) != nil else { return }
        for key in keys {
            // What was written or refused before is queued again, at this stage.
            let isNew = settled.remove(key) != nil || refused.contains(key)
            acknowledged[key] = isNew ? receipt : max(acknowledged[key] ?? receipt, receipt)
        }
    }

    private mutating func settle(most: Int, refuses: Bool = false) async {
        guard let outbox, !disk.isDead,
            let batch = try? await outbox.handOut(after: 0, except: [], limit: most, mixesLanes: true).batch
        else { return }
        var keys: [Key] = []
        let settlements = batch.parts.map { lane, receipts in
            keys += receipts.map { Key(user: lane.userID, message: $0.messageID) }
            return LaneSettlement(
                lane,
                receipts.map { refuses ? .dead($0, code: "PERMISSION_DENIED", reason: "no") : .done($0) })
        }
        if refuses { refused.formUnion(keys) } else { settled.formUnion(keys) }
        guard (try? await outbox.settle(settlements)) != nil, !refuses else { return }
        surelySettled.formUnion(keys)
    }

    /// Queues the first dead letter again, and drops the second.
    private mutating func retry() async {
        guard let outbox, !disk.isDead, let letters = try? await outbox.deadLetters(), letters.count > 1
        else { return }
        let keys = letters.map { Key(user: $0.event.userID, message: $0.event.messageID) }
        surelySettled.remove(keys[0])
        _ = try? await outbox.retryDeadLetters([letters[0]])
        settled.insert(keys[1])
        _ = try? await outbox.dropDeadLetters([letters[1]])
    }

    // MARK: Afterwards

    /// Opens the outbox again on a disk that works, and compares.
    ///
    /// - Parameter seed: Chooses what a power failure leaves.
    mutating func failures(seed: UInt64) async throws -> [Failure] {
        close()
        guard disk.revive(seed: seed) else { return [Failure(description: "the trial cannot write files")] }
        let reopened: Outbox
        do { reopened = try Outbox(path: path, now: { 2000 }) } catch {
            return [Failure(description: "it does not open: \(error)")]
        }
        var failures = try await differences(of: reopened)
        do {
            try await reopened.store([
                ReceiptEvent(.read, conversationID: "c", messageID: "after", userID: "bob")
            ])
        } catch { failures.append(Failure(description: "it does not store: \(error)")) }
        reopened.close()
        let report = try await OutboxVerification(path: path).run { _ in }
        if !report.isWhole { failures.append(Failure(description: "it is damaged: \(report)")) }
        return failures
    }

    private func differences(of outbox: Outbox) async throws -> [Failure] {
        var failures: [Failure] = []
        var queued: [Key: Receipt] = [:]
        if let batch = try await outbox.handOut(after: 0, except: [], limit: 10_000, mixesLanes: true).batch {
            for (lane, receipts) in batch.parts {
                for receipt in receipts {
                    let key = Key(user: lane.userID, message: receipt.messageID)
                    if queued.updateValue(receipt.receipt, forKey: key) != nil {
                        failures.append(Failure(description: "\(key) is there twice"))
                    }
                    if sent[key]?.contains(receipt.receipt) != true {
                        failures.append(Failure(description: "\(key) is invented", isInvention: true))
                    }
                }
            }
        }
        let dead = Set(
            try await outbox.deadLetters().map { Key(user: $0.event.userID, message: $0.event.messageID) })
        if !dead.isSubset(of: refused) {
            failures.append(Failure(description: "a dead letter is invented", isInvention: true))
        }
        for (key, receipt) in acknowledged where !settled.contains(key) && !dead.contains(key) {
            if queued[key].map({ $0 < receipt }) ?? true {
                failures.append(Failure(description: "\(key), \(receipt), is lost"))
            }
        }
        if isKilled, let again = surelySettled.first(where: { queued[$0] != nil }) {
            failures.append(Failure(description: "\(again) is queued again after it was written"))
        }
        // A position in a file is stored together with its events.
        let position = try await outbox.position(inFile: "/events")?.offset ?? 0
        for key in sentAt[position] ?? [] where !settled.contains(key) {
            if queued[key] == nil, !dead.contains(key) {
                failures.append(Failure(description: "\(key) is skipped in the file"))
            }
        }
        if try await outbox.statistics().queued != queued.count {
            failures.append(Failure(description: "it counts wrong"))
        }
        return failures
    }
}
