import FirestoreREST
import ReadReceipts
import ReceiptWorker

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Looks at an outbox, and puts its dead letters where they belong.
struct OutboxFrontend {
    let options: OutboxOptions
    let format: OutputFormat
    let context: CommandContext

    func status() async throws -> ExitStatus {
        let outbox = try open()
        let statistics = try await outbox.statistics()
        let age = statistics.oldestStoredAt.map { max(Outbox.systemTime() - $0, 0) / 1000 }
        switch format {
        case .text:
            let oldest = age.map { ", the oldest for \($0) s" } ?? ""
            context.console.out(
                "\(statistics.queued) receipts wait to be written\(oldest); \(statistics.deadLetters) dead letters"
            )
        case .json:
            context.console.out(
                JSON.object([
                    "outbox": .string(outbox.path), "queued": .integer(statistics.queued),
                    "oldestSeconds": age.map { .integer(Int($0)) },
                    "deadLetters": .integer(statistics.deadLetters),
                ]).compactText)
        }
        return .done
    }

    func list() async throws -> ExitStatus {
        let outbox = try open()
        var last: Int64 = 0
        while true {
            let letters = try await outbox.deadLetters(after: last)
            guard let end = letters.last else { return .done }
            for letter in letters { context.console.out(text(letter)) }
            last = end.id
        }
    }

    private func text(_ letter: DeadLetter) -> String {
        let event = letter.event
        switch format {
        case .text:
            return "\(letter.id)  \(event.receipt.rawValue) by \(event.userID.printable)  "
                + "\(event.conversationID.printable)/\(event.messageID.printable)  "
                + "\(letter.code): \(letter.reason.printable)"
        case .json:
            return JSON.object([
                "id": .integer(Int(letter.id)), "kind": .string(event.receipt.rawValue),
                "conversation": .string(event.conversationID), "message": .string(event.messageID),
                "user": .string(event.userID), "code": .string(letter.code), "reason": .string(letter.reason),
            ]).compactText
        }
    }

    func retry(_ selection: DeadLetterSelection) async throws -> ExitStatus {
        try await change(selection, "put back") { outbox, letters in
            try await outbox.retryDeadLetters(letters)
        }
    }

    func drop(_ selection: DeadLetterSelection) async throws -> ExitStatus {
        try await change(selection, "dropped") { outbox, letters in try await outbox.dropDeadLetters(letters)
        }
    }

    /// Changes dead letters, and names those that are not there.
    private func change(
        _ selection: DeadLetterSelection, _ verb: String, _ change: (Outbox, [DeadLetter]) async throws -> Int
    ) async throws -> ExitStatus {
        let outbox = try open()
        var missing = Set(selection.numbers)
        var (last, count): (Int64, Int) = (0, 0)
        while true {
            let page = try await outbox.deadLetters(after: last)
            guard let end = page.last else { break }
            last = end.id
            let letters = selection.all ? page : page.filter { missing.remove($0.id) != nil }
            count += try await change(outbox, letters)
        }
        context.console.out("\(count) dead letter\(count == 1 ? "" : "s") \(verb)")
        for number in missing.sorted() { context.console.err("receipts: there is no dead letter \(number)") }
        return missing.isEmpty ? .done : .failed
    }

    private func open() throws -> Outbox {
        let path = try OutboxPath(options, environment: context.environment)
        guard FileManager.default.fileExists(atPath: path.text) else {
            throw CommandFailure(
                .wrongUsage, "there is no outbox \(path.text); give the worker's with --outbox FILE")
        }
        return try Outbox(path: path.text)
    }
}
