import FirestoreRules
import HTTPTransport
import Logging
import PrintableText
import RealtimeDatabaseEmulator

/// Serves the Realtime Database emulator, in addition to Firestore's.
struct DatabaseRun {
    let plan: DatabasePlan
    let options: EmulatorOptions
    let console: Console
    let emulator: DatabaseEmulator

    /// Creates the emulator and sets its rules.
    ///
    /// - Parameters:
    ///   - denials: Prints denials, if they are to be explained.
    ///   - onChange: Called when the data changes.
    /// - Throws: ``CommandFailure`` for rules with errors.
    init(
        _ plan: DatabasePlan, options: EmulatorOptions, denials: DenialPrinter, console: Console,
        onChange: (@Sendable () -> Void)?
    ) throws(CommandFailure) {
        self.plan = plan
        self.options = options
        self.console = console
        var configuration = DatabaseEmulatorConfiguration(
            defaultNamespace: plan.namespace, onChange: onChange)
        configuration.rememberedCalls = EmulatorPlan.rememberedCalls
        if options.explain {
            configuration.onDecision = { decision in
                if !decision.isAllowed { denials.note { decision.text } }
            }
        }
        emulator = DatabaseEmulator(configuration: configuration)
        guard let rules = plan.rules else {
            if !options.quiet {
                console.err(
                    "receipts: no rules are loaded for the Realtime Database, so everything is allowed; "
                        + "pass --database-rules FILE to change that")
            }
            return
        }
        let problems = emulator.setRules(rules.content, namespace: plan.namespace)
        for problem in problems { console.err("\(rules.name):\(problem)".printable) }
        if !problems.isEmpty {
            throw CommandFailure(.failed, "the rules in \(rules.name) have errors, so nothing was started")
        }
        if !options.quiet {
            console.err("receipts: \(rules.name.printable) decides for database \(plan.namespace.printable)")
        }
    }

    /// Connects to the emulator without a socket.
    var transport: some HTTPStreamingTransport { emulator.transport }

    /// Serves until the task is cancelled.
    func listen(onReady: @escaping @Sendable (Int) async -> Void) async throws {
        do {
            try await emulator.serve(
                host: plan.host, port: plan.port,
                logger: Logger(label: "database-emulator") { _ in SwiftLogNoOpLogHandler() },
                onReady: onReady)
        } catch is CancellationError {
            return
        } catch {
            throw CommandFailure(listeningOn: "\(plan.host):\(plan.port)", error)
        }
    }
}
