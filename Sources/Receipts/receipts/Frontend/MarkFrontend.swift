import CurlHTTP
import JSONText
import PrintableText
import ReadReceipts
import ReceiptWorker

/// Marks messages and prints the result.
struct MarkFrontend {
    let stage: String
    let options: MarkOptions
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let schema = try Connection.schema(options.connection.schema)
        guard let receipt = schema.stage(named: stage)?.receipt else {
            let known = schema.stages.map(\.receipt.name)
            throw CommandFailure(
                .wrongUsage,
                "schema \(schema.name) has no stage \"\(stage.beginning(limit: 60))\"."
                    + "\(Spelling.question(stage, among: known)) Its stages are: \(known.joined(separator: ", "))"
            )
        }
        return try await mark(receipt, schema)
    }

    private func mark(_ receipt: Receipt, _ schema: ReceiptSchema) async throws -> ExitStatus {
        let ids = options.all ? nil : try messageIDs()
        if let ids, let queue = options.queue { return try await store(ids, receipt, schema, in: queue) }
        if let ids, let topic = options.publish { return try await publish(ids, receipt, schema, to: topic) }
        let connection = try await Connection(
            options.connection, user: options.user, force: options.force,
            alsoSchema: options.writing.alsoSchema, writesPerCommit: options.writing.writesPerCommit,
            in: context)
        let denials = try await Denials(
            connection, options.connection, conversation: options.conversation, user: options.user,
            explains: options.denials.explain)
        let place = "conversation \"\(options.conversation.string.beginning(limit: 60))\""
        let result = try await denials.translated("mark messages of \(place) \(receipt.name)") {
            do throws(ReceiptsError) {
                return try await context.showing(
                    ProgressLine("marking", "message", total: ids?.count), isQuiet: options.connection.quiet
                ) { progress throws(ReceiptsError) in
                    try await connection.service.mark(
                        ReceiptRequest(
                            receipt, conversationID: options.conversation, messageIDs: ids,
                            isPrivate: options.isPrivate),
                        user: options.user, onProgress: { progress.update($0) })
                }
            } catch {
                if let partial = error.partialResult {
                    report(partial, receipt, connection)
                    context.console.err("receipts: stopped early; the messages counted above are marked")
                }
                throw error
            }
        }
        report(result, receipt, connection)
        if result.failed.isEmpty, result.skipped[.otherSchema] == nil { return .done }
        for line in await denials.explanations() { context.console.err(line) }
        return .failed
    }

    /// Stores the receipts in an outbox, for its worker.
    private func store(
        _ ids: [MessageID], _ receipt: Receipt, _ schema: ReceiptSchema, in path: String
    ) async throws -> ExitStatus {
        let events = try events(ids, receipt, schema)
        let outbox = try Outbox(path: path)
        let intake = try await outbox.store(events)
        let console = context.console
        switch options.connection.format {
        case .json:
            console.out(
                JSON.object(["queued": .integer(intake.new), "waitingAlready": .integer(intake.covered)])
                    .printedText)
        case .text:
            if options.connection.quiet { break }
            console.out(
                "\(intake.new.counted("receipt")) queued for the worker, \(intake.covered) already waiting"
            )
        }
        return .done
    }

    /// Publishes the receipts, for workers.
    private func publish(
        _ ids: [MessageID], _ receipt: Receipt, _ schema: ReceiptSchema, to topic: String
    ) async throws -> ExitStatus {
        let events = try events(ids, receipt, schema)
        let connection = try await PubSubConnection(options.connection, in: context)
        let publisher = ReceiptPublisher(to: try connection.topic(topic), on: connection.pubSub)
        try await publisher.publish(events)
        switch options.connection.format {
        case .json: context.console.out(JSON.object(["published": .integer(events.count)]).printedText)
        case .text:
            if options.connection.quiet { break }
            context.console.out("\(events.count.counted("receipt")) published to \(publisher.topic)")
        }
        return .done
    }

    private func events(
        _ ids: [MessageID], _ receipt: Receipt, _ schema: ReceiptSchema
    ) throws(CommandFailure) -> [ReceiptEvent] {
        try ids.map { id throws(CommandFailure) in
            let event = ReceiptEvent(
                receipt, conversationID: options.conversation, messageID: id, userID: options.user)
            if let problem = event.pending.problem(in: schema) { throw CommandFailure(.wrongUsage, problem) }
            return event
        }
    }

    /// The ids from the arguments; `-` is replaced with the lines of standard input, except blank ones.
    private func messageIDs() throws -> [MessageID] {
        let ids = options.ids.flatMap {
            $0 == "-" ? context.readInput().map(\.trimmed).filter { !$0.isEmpty }.map { MessageID($0) } : [$0]
        }
        if ids.isEmpty { throw CommandFailure(.wrongUsage, "standard input contains no message ids") }
        return ids
    }

    private func report(_ result: MarkResult, _ receipt: Receipt, _ connection: Connection) {
        let console = context.console
        switch options.connection.format {
        case .json:
            if options.connection.quiet { break }
            console.out(
                result.json(receipt, conversation: options.conversation, user: options.user).printedText)
        case .text:
            if !options.connection.quiet {
                let movesCursor = connection.service.schema.cursors != nil
                console.out(result.summary(receipt, movesCursor: movesCursor))
            }
            for failure in result.failed {
                console.err("receipts: \(failure.messageID.string.printable): \(failure.reason.printable)")
            }
            if let count = result.skipped[.otherSchema] {
                console.err(
                    "receipts: \(count.counted("message")) skipped: their schema is not "
                        + "\(connection.service.schema.name.printable); --force marks them too")
            }
        }
        if options.connection.verbose {
            let connections =
                connection.httpClient.map { ", \($0.connectionsOpened.counted("connection"))" } ?? ""
            console.err("receipts: \(connection.server), project \(connection.project)\(connections)")
        }
    }
}

extension MarkResult {
    /// The result in one line.
    ///
    /// - Parameter movesCursor: Whether a marked message marks all before it.
    func summary(_ receipt: Receipt, movesCursor: Bool = false) -> String {
        var parts = ["\(marked.count.counted("message")) marked \(receipt.name)"]
        if movesCursor, let last = marked.last {
            parts =
                marked.count == 1
                ? ["marked \(receipt.name) up to \(last.string.beginning(limit: 60).printable)"]
                : [parts[0] + ", with all before them"]
        }
        if let own = skipped[.ownMessage] { parts.append("\(own) own") }
        if let already = skipped[.alreadyMarked] { parts.append("\(already) already marked") }
        if let system = skipped[.systemMessage] { parts.append(system.counted("system message")) }
        if let other = skipped[.notKept] { parts.append("\(other) not tracked by this schema") }
        if let other = skipped[.otherSchema] { parts.append("\(other) of another schema") }
        if !failed.isEmpty { parts.append("\(failed.count) failed") }
        parts.append(commits.counted("commit"))
        parts.append("\(documentsRead) read, \(documentsWritten) written")
        return parts.joined(separator: ", ")
    }

    func json(_ receipt: Receipt, conversation: ConversationID, user: UserID) -> JSON {
        .object([
            "receipt": .string(receipt.name), "conversation": .string(conversation),
            "user": .string(user),
            "marked": .integer(marked.count), "skipped": .integer(skippedCount),
            "failed": .array(
                failed.map { .object(["id": .string($0.messageID), "reason": .string($0.reason)]) }),
            "commits": .integer(commits), "documentsRead": .integer(documentsRead),
            "documentsWritten": .integer(documentsWritten),
        ])
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
