import JSONText
import PubSubClient
import ReadReceipts
import ReceiptWorker

/// The worker without an outbox: its receipts are in messages of Pub/Sub, or in requests that wait.
extension WorkerFrontend {
    /// With `--drain`, how long no message may arrive before nothing is left.
    private static let silence = Duration.seconds(10)

    func runMessages(
        _ connection: Connection, _ tokens: UserTokens?, _ clients: ClientMetrics?
    ) async throws -> ExitStatus {
        let pubSub = try await pubSubConnection(clients)
        var subscription: ReceiptSubscription?
        if let name = command.pubsub, let pubSub {
            subscription = ReceiptSubscription(try pubSub.subscription(name), on: pubSub.pubSub)
            subscription?.endsAfterSilence = command.drain ? Self.silence : nil
        }
        let worker = MessageWorker(
            subscription, to: destination(connection, tokens), schema: connection.service.schema,
            deadLetters: try deadLetters(pubSub), configuration: configuration,
            logger: context.logger("receipt-worker", command.connection))
        let intake = try intake(connection.service.schema) {
            schema, host, port, token throws(ReceiptIntake.Refusal) in
            try ReceiptIntake(
                for: worker, schema: schema, host: host, port: port, token: token, clients: clients)
        }
        if !command.connection.quiet {
            let source = subscription.map { "messages of \($0.name)" } ?? "requests"
            context.console.err(
                "receipts: writing receipts from \(source) to \(connection.server), project \(connection.project)"
            )
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await worker.run() }
            if let intake { group.addTask { try await serve(intake) } }
            // The first failure ends the others.
            while try await group.next() != nil {}
        }
        let dead = await worker.messageMetrics.buried
        report(
            await worker.metrics, queued: worker.queued,
            dead: dead == 0 ? nil : dead.counted("message") + " to the dead letters")
        return .done
    }

    /// The connection to Pub/Sub, if an option names a topic or a subscription.
    private func pubSubConnection(_ clients: ClientMetrics?) async throws -> PubSubConnection? {
        if command.pubsub == nil, command.deadLetterTopic == nil { return nil }
        return try await PubSubConnection(command.connection, observer: clients, in: context)
    }

    /// Where to put what can never be written: a topic, or the list of an outbox; nil to leave it to the subscription's policy.
    private func deadLetters(_ pubSub: PubSubConnection?) throws -> DeadLetterDestination? {
        if let topic = command.deadLetterTopic, let pubSub {
            return .topic(try pubSub.topic(topic), on: pubSub.pubSub)
        }
        if command.noOutbox { return nil }
        let path = try OutboxPath(command.outbox, environment: context.environment)
        try path.makeFolder()
        let rejects = RejectsFile(besideOutbox: path.text)
        return .list(try Outbox(path: path.text)) { message, refusals in
            try rejects.add(refusals, ofMessage: message.id)
        }
    }
}
