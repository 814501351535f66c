import FirestoreClient
import JSONText
import PrintableText
import ReadReceipts
import ReceiptWorker

/// Runs a worker until it is interrupted or nothing is left to write.
struct WorkerFrontend {
    let command: WorkerRunCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let tokens = command.tokenCommand.map(UserTokens.init)
        let clients = command.listen.map { _ in ClientMetrics() }
        // With users' tokens, the worker itself has no credentials.
        let connection = try await Connection(
            command.connection, user: command.user, credentials: tokens == nil ? nil : Credentials.none,
            force: command.force, alsoSchema: command.alsoSchema, observer: clients, in: context)
        if command.keepsNothing { return try await runMessages(connection, tokens, clients) }
        let path = try OutboxPath(command.outbox, environment: context.environment)
        try path.makeFolder()
        let worker = try ReceiptWorker(
            try Outbox(path: path.text), to: destination(connection, tokens), configuration: configuration,
            logger: context.logger("receipt-worker", command.connection))
        let intake = try intake(connection.service.schema) {
            schema, host, port, token throws(ReceiptIntake.Refusal) in
            try ReceiptIntake(
                for: worker, schema: schema, host: host, port: port, token: token, clients: clients)
        }
        if !command.connection.quiet {
            context.console.err(
                "receipts: writing receipts from \(path.text.printable) to \(connection.server), project \(connection.project)"
            )
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await run(worker) }
            if let intake { group.addTask { try await serve(intake) } }
            let input = EventInput(
                worker: worker, schema: connection.service.schema, share: command.share,
                rejects: RejectsFile(besideOutbox: path.text), context: context)
            group.addTask { try await take(input) }
            for user in command.autoDeliver {
                let service = try service(of: user, connection, tokens)
                let delivery = AutoDelivery(
                    for: user, service: service, worker: worker,
                    logger: context.logger("receipt-worker", command.connection))
                group.addTask { try await delivery.run() }
            }
            // The first failure ends the others.
            while try await group.next() != nil {}
        }
        return await report(worker, damaged: try await worker.outbox.statistics().damaged)
    }

    var configuration: WorkerConfiguration {
        var configuration = command.keepsNothing ? WorkerConfiguration.forMessages : WorkerConfiguration()
        if let interval = command.flushInterval { configuration.flushInterval = .milliseconds(interval) }
        return configuration
    }

    /// Whom to write as: an administrator, one user, or on an emulator each receipt's own user.
    func destination(_ connection: Connection, _ tokens: UserTokens?) -> ReceiptDestination {
        if let tokens {
            return .users { user in try connection.service(as: tokens.credentials(of: user)) }
        }
        if command.user != nil { return .users { _ in connection.service } }
        if command.connection.admin || !connection.knowsUsers {
            let writes =
                command.writes.flatMap { ReceiptDestination.Writes(rawValue: $0.rawValue) }
                ?? connection.usualWrites
            return .administrator(connection.service, writes: writes)
        }
        return .users { user in try connection.service(as: user) }
    }

    /// The chats for a user whose incoming messages are marked delivered.
    private func service(
        of user: UserID, _ connection: Connection, _ tokens: UserTokens?
    ) throws -> ReceiptService {
        if let tokens { return try connection.service(as: tokens.credentials(of: user)) }
        if command.user != nil || command.connection.admin || !connection.knowsUsers {
            return connection.service
        }
        return try connection.service(as: .emulatorUser(uid: user.string))
    }

    // MARK: HTTP

    /// The intake of `--listen`; nil without that option.
    ///
    /// - Parameter make: Creates it from schema, host, port and token.
    func intake(
        _ schema: ReceiptSchema,
        _ make: (ReceiptSchema, String, Int, String?) throws(ReceiptIntake.Refusal) -> ReceiptIntake
    ) throws -> ReceiptIntake? {
        guard let address = command.listen else { return nil }
        guard let colon = address.lastIndex(of: ":"),
            let port = UInt16(address[address.index(after: colon)...])
        else {
            throw CommandFailure(.wrongUsage, "--listen takes HOST:PORT, for example 127.0.0.1:8090")
        }
        var host = String(address[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        do throws(ReceiptIntake.Refusal) {
            return try make(
                schema, host.isEmpty ? "127.0.0.1" : host, Int(port),
                context.environment["RECEIPTS_INTAKE_TOKEN"].flatMap { $0.isEmpty ? nil : $0 })
        } catch {
            throw CommandFailure(.wrongUsage, error.description)
        }
    }

    func serve(_ intake: ReceiptIntake) async throws {
        do {
            try await intake.serve { port in
                // Like the emulator, for scripts that let it choose the port.
                context.console.out("ready http://\(intake.authority(port: port))")
            }
        } catch is CancellationError {
            return
        } catch {
            throw CommandFailure(listeningOn: command.listen ?? "", error)
        }
    }

    // MARK: Reading

    /// Reads all inputs; with `--drain`, the worker ends once everything is written.
    private func take(_ input: EventInput) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            if command.stdin {
                group.addTask {
                    try await input.readStandardInput()
                    if command.drain || command.connection.quiet || Task.isCancelled { return }
                    context.console.err("receipts: standard input has ended; interrupt to stop")
                }
            }
            for file in command.followed {
                group.addTask { try await input.follow(file, endsWithFile: command.drain) }
            }
            // The first failure ends the others.
            while try await group.next() != nil {}
        }
        if command.drain { await input.worker.endWhenEmpty() }
    }

    // MARK: Reporting

    /// Runs the worker. With `--drain`, a terminal shows how many receipts are left, also while an interrupted worker writes the rest.
    private func run(_ worker: ReceiptWorker) async throws {
        guard command.drain, !command.connection.quiet, let redraw = context.console.redraw else {
            return try await worker.run()
        }
        // A task of its own, which an interruption does not cancel.
        let showing = Task {
            var progress = DrainProgress(queued: worker.outbox.queued, at: Outbox.systemTime())
            // Cancelling the sleep ends the task.
            while (try? await context.sleep(.seconds(1))) != nil {
                progress.update(queued: worker.outbox.queued, at: Outbox.systemTime())
                redraw(progress.line(width: 24))
            }
        }
        let failure: (any Error)?
        do {
            try await worker.run()
            failure = nil
        } catch {
            failure = error
        }
        showing.cancel()
        await showing.value
        redraw("")
        if let failure { throw failure }
    }

    private func report(_ worker: ReceiptWorker, damaged: Int) async -> ExitStatus {
        let metrics = await worker.metrics
        let dead = metrics.deadLetters.values.reduce(0, +)
        let outbox = worker.outbox.path.quotedForShell
        report(
            metrics, queued: worker.outbox.queued,
            dead: dead > 0 ? "\(dead) cannot be written: see receipts worker dead-letters" : nil,
            damaged: damaged > 0 ? (damaged, "see receipts worker verify --outbox \(outbox)") : nil)
        return dead == 0 && damaged == 0 ? .done : .failed
    }

    /// Prints what was done.
    ///
    /// - Parameters:
    ///   - queued: The number of receipts that are left.
    ///   - dead: What became of those that can never be written; nil if there are none.
    ///   - damaged: The number of damaged receipts, and what to do; nil if there are none.
    func report(
        _ metrics: WorkerMetrics, queued: Int, dead: String?, damaged: (count: Int, advice: String)? = nil
    ) {
        let skipped = metrics.skipped.values.reduce(0, +)
        switch command.connection.format {
        case .json:
            context.console.out(
                JSON.object([
                    "events": .integer(metrics.events), "written": .integer(metrics.written),
                    "skipped": .integer(skipped),
                    "deadLetters": .integer(metrics.deadLetters.values.reduce(0, +)),
                    "queued": .integer(queued), "damaged": .integer(damaged?.count ?? 0),
                    "commits": .integer(metrics.commits), "documentsRead": .integer(metrics.documentsRead),
                    "documentsWritten": .integer(metrics.documentsWritten),
                ]).printedText)
        case .text:
            if command.connection.quiet { break }
            var parts = ["\(metrics.written.counted("receipt")) written", "\(skipped) needed no write"]
            if let dead { parts.append(dead) }
            if let damaged { parts.append("\(damaged.count) damaged: \(damaged.advice)") }
            if queued > 0 { parts.append("\(queued) left for the next run") }
            parts.append(metrics.commits.counted("commit"))
            parts.append("\(metrics.documentsRead) read, \(metrics.documentsWritten) written")
            context.console.out(parts.joined(separator: ", "))
        }
    }
}
