import PrintableText
import ReadReceipts
import ReceiptWorker

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a worker is given to read: standard input, and files that others write to.
struct EventInput {
    let worker: ReceiptWorker
    let schema: ReceiptSchema
    /// Whose events are taken; nil for everybody's.
    let share: UserShare?
    let rejects: RejectsFile
    let context: CommandContext

    /// How often it is looked whether a file has grown.
    private static let interval = Duration.milliseconds(250)

    /// Takes the events of standard input to its end.
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

    /// Takes the events of a file as it grows, from where reading ended the last time.
    ///
    /// - Parameter endsWithFile: Whether to end where the file ends now, instead of waiting for more.
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
            // The first look may have found that another file is in its place, which is read, too.
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
                "receipts: \(place)line \(reject.line) is no event: \(reject.reason.printable)")
        }
        let mine = share.map { share in events.filter { share.contains($0.userID) } } ?? events
        // Whoever writes to standard input waits until there is room.
        try await worker.takeWhenThereIsRoom(mine, upTo: position)
    }
}
