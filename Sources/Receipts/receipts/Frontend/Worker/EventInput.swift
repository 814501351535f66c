import PrintableText
import ReadReceipts
import ReceiptWorker

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The inputs of a worker: standard input, and files that others write.
struct EventInput {
    let worker: ReceiptWorker
    let schema: ReceiptSchema
    /// Accepts only events of these users; nil for all.
    let share: UserShare?
    let rejects: RejectsFile
    let context: CommandContext

    /// How often to check whether a file has grown.
    private static let interval = Duration.milliseconds(250)

    /// Reads events from standard input to its end.
    func readStandardInput() async throws {
        var lines = EventLines(schema: schema)
        while !Task.isCancelled, let bytes = await context.readBytes() {
            let read = lines.take(bytes)
            try await take(read.events, read.rejects)
        }
        if Task.isCancelled { return }
        let rest = lines.finish()
        try await take(rest.events, rest.rejects)
    }

    /// Reads events from a file as it grows, from where the last run stopped.
    ///
    /// - Parameter endsWithFile: Whether to stop at the present end of the file, instead of waiting for more.
    func follow(_ path: String, endsWithFile: Bool) async throws {
        let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var file = FollowedFile(whole, schema: schema, from: try await worker.outbox.position(inFile: whole))
        var looksWithoutNews = 0
        while !Task.isCancelled {
            if let piece = try file.next() {
                try await take(piece.events, piece.rejects, of: path, upTo: piece.position)
                looksWithoutNews = 0
                continue
            }
            looksWithoutNews += 1
            // The first check may find another file in its place, which is read too.
            if endsWithFile, looksWithoutNews > 1 { break }
            do { try await context.sleep(Self.interval) } catch { return }
        }
        if endsWithFile, let rest = file.finish() {
            try await take(rest.events, rest.rejects, of: path, upTo: rest.position)
        }
    }

    private func take(
        _ events: [ReceiptEvent], _ rejected: [EventLines.Reject], of file: String? = nil,
        upTo position: FilePosition? = nil
    ) async throws {
        try rejects.add(rejected, of: file)
        for reject in rejected {
            let place = file.map { "\($0.printable): " } ?? ""
            context.console.err(
                "receipts: \(place)line \(reject.line) is not an event: \(reject.reason.printable)")
        }
        let mine = share.map { share in events.filter { share.contains($0.userID) } } ?? events
        // The writer of standard input waits until there is room.
        try await worker.takeWhenThereIsRoom(mine, upTo: position)
    }
}
