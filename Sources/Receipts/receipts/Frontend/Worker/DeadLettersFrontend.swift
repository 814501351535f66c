import JSONText
import PrintableText
import ReadReceipts
import ReceiptWorker

/// Lists, retries and drops the dead letters of an outbox.
struct DeadLettersFrontend {
    let options: OutboxOptions
    let format: OutputFormat
    let context: CommandContext

    func list() async throws -> ExitStatus {
        let outbox = try OutboxPath(options, environment: context.environment).open()
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
            return "\(letter.id)  \(event.receipt.name) by \(event.userID.string.printable)  "
                + "\(event.conversationID.string.printable)/\(event.messageID.string.printable)  "
                + "\(letter.code): \(letter.reason.printable)"
        case .json:
            return JSON.object([
                "id": .integer(Int(letter.id)), "kind": .string(event.receipt.name),
                "conversation": .string(event.conversationID), "message": .string(event.messageID),
                "user": .string(event.userID), "code": .string(letter.code), "reason": .string(letter.reason),
            ]).printedText
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

    /// Changes dead letters, and reports missing ones.
    private func change(
        _ selection: DeadLetterSelection, _ verb: String, _ change: (Outbox, [DeadLetter]) async throws -> Int
    ) async throws -> ExitStatus {
        let outbox = try OutboxPath(options, environment: context.environment).open()
        var missing = Set(selection.numbers)
        var (last, count): (Int64, Int) = (0, 0)
        while true {
            let page = try await outbox.deadLetters(after: last)
            guard let end = page.last else { break }
            last = end.id
            let letters = selection.all ? page : page.filter { missing.remove($0.id) != nil }
            count += try await change(outbox, letters)
        }
        context.console.out("\(count.counted("dead letter")) \(verb)")
        for number in missing.sorted() { context.console.err("receipts: there is no dead letter \(number)") }
        return missing.isEmpty ? .done : .failed
    }
}
