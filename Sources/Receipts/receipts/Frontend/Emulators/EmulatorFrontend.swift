import FirestoreEmulator
import FirestoreRules
import Logging
import PrintableText
import ReceiptConsole
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Runs the embedded emulator for `emulator start` and `emulator exec`.
struct EmulatorFrontend {
    let options: EmulatorOptions
    let context: CommandContext

    /// Serves until the task is cancelled or a request shuts the emulator down.
    func start() async throws -> ExitStatus {
        let plan = try EmulatorPlan(options, environment: context.environment)
        try await serve(plan) { addresses in context.console.out(addresses.readyLine) }
        return Task.isCancelled ? .interrupted : .done
    }

    /// Serves while a command runs, and ends with the command's status.
    func exec(_ command: [String]) async throws -> ExitStatus {
        var plan = try EmulatorPlan(options, environment: context.environment)
        // Use free ports, so that several runs do not conflict.
        if options.port == nil { plan.port = 0 }
        if options.databasePort == nil { plan.database?.port = 0 }
        plan.hub = HubPlan(
            host: plan.hub?.host ?? plan.host, port: options.hubPort ?? 0,
            locator: HubLocator(project: plan.project, environment: context.environment))
        let settled = plan
        return try await withThrowingTaskGroup(of: ExitStatus?.self) { group in
            let (ready, continuation) = AsyncStream.makeStream(of: EmulatorAddresses.self)
            group.addTask {
                defer { continuation.finish() }
                try await serve(settled) { addresses in
                    if let console = addresses.console { context.console.err("receipts: console \(console)") }
                    continuation.yield(addresses)
                }
                return nil
            }
            var iterator = ready.makeAsyncIterator()
            if let addresses = await iterator.next() {
                group.addTask { try await run(command, project: settled.project, addresses) }
            }
            for try await status in group {
                guard let status else { continue }
                group.cancelAll()
                return status
            }
            return .interrupted
        }
    }

    /// Sets the rules, and prints their diagnostics.
    private func set(_ rules: SourceFile, project: String, on emulator: Emulator) throws {
        let diagnostics = emulator.setRules(rules, project: project)
        for diagnostic in diagnostics where diagnostic.severity == .error || !options.quiet {
            context.console.err(diagnostic.line(in: rules))
        }
        if diagnostics.contains(where: { $0.severity == .error }) {
            throw CommandFailure(.failed, "the rules in \(rules.name) have errors, so nothing was started")
        }
        if !options.quiet {
            context.console.err("receipts: \(rules.name.printable) decides for project \(project.printable)")
        }
    }

    private func serve(_ plan: EmulatorPlan, onReady: @escaping OnReady) async throws {
        let denials = DenialPrinter(context.console)
        do {
            try await serve(plan, denials, onReady: onReady)
        } catch {
            await denials.finish()
            throw error
        }
        await denials.finish()
    }

    /// Called when connections are accepted.
    private typealias OnReady = @Sendable (EmulatorAddresses) async -> Void

    private func serve(
        _ plan: EmulatorPlan, _ denials: DenialPrinter, onReady: @escaping OnReady
    ) async throws {
        let (shutdowns, shutdown) = AsyncStream.makeStream(of: Void.self)
        let (changes, changed) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let onChange: (@Sendable () -> Void)? = options.console ? { @Sendable in _ = changed.yield() } : nil
        let emulator = Emulator(
            configuration: configuration(plan, denials, onChange: onChange) { shutdown.yield() })
        let database = try plan.database.map {
            try DatabaseRun(
                $0, options: options, denials: denials, console: context.console, onChange: onChange)
        }
        let data = EmulatorData(
            emulator: emulator, database: database, project: plan.project, isQuiet: options.quiet,
            context: context)
        if let path = options.importFile { try data.load(from: path) }
        try setRules(plan, on: emulator)
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (ports, port) = AsyncStream.makeStream(of: Int.self)
            let (databasePorts, databasePort) = AsyncStream.makeStream(of: Int.self)
            group.addTask { try await listen(emulator, plan) { port.yield($0) } }
            if let database { group.addTask { try await database.listen { databasePort.yield($0) } } }
            group.addTask { for await _ in shutdowns { return } }
            group.addTask {
                guard let ready = await addresses(plan, ports, databasePorts) else { return }
                try await serveHub(plan, ready, data) { ready in
                    guard options.console else {
                        await onReady(ready)
                        // The group ends with the first task that ends.
                        return await untilCancelled()
                    }
                    let console = EmulatorConsole(
                        emulator: emulator, database: database, project: plan.project, changes: changes,
                        rules: plan.rules,
                        suites: SuiteFiles(named: options.suites, config: options.config),
                        findOutbox: OutboxPath.finder(environment: context.environment))
                    try await console.serve(ready, on: options.consolePort) { link in
                        var addresses = ready
                        addresses.console = link
                        await onReady(addresses)
                    }
                }
            }
            try await group.next()
            group.cancelAll()
        }
        if let path = options.exportOnExit { try data.export(to: path) }
    }

    /// Does something while the hub serves, if there is one.
    private func serveHub(
        _ plan: EmulatorPlan, _ addresses: EmulatorAddresses, _ data: EmulatorData,
        _ body: @escaping @Sendable (EmulatorAddresses) async throws -> Void
    ) async throws {
        guard let hubPlan = plan.hub else { return try await body(addresses) }
        let hub = EmulatorHub(addresses, host: hubPlan.host) { path, products throws(CommandFailure) in
            try data.export(to: path, products)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (found, all) = AsyncStream.makeStream(of: EmulatorAddresses.self)
            group.addTask { try await hub.serve(hubPlan) { all.yield($0) } }
            group.addTask {
                guard let addresses = await found.first(where: { _ in true }) else { return }
                try await body(addresses)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func configuration(
        _ plan: EmulatorPlan, _ denials: DenialPrinter, onChange: (@Sendable () -> Void)?,
        onShutdown: @escaping @Sendable () -> Void
    ) -> EmulatorConfiguration {
        var configuration = EmulatorConfiguration(indexes: plan.indexes, onShutdown: onShutdown)
        configuration.rememberedCalls = EmulatorPlan.rememberedCalls
        configuration.onChange = onChange
        configuration.faults = plan.faults
        if let like = options.like { configuration.profile = like.profile }
        if let answer = options.resumeAnswer { configuration.resumeAnswer = answer.answer }
        if options.explain {
            configuration.onDecision = { decision in
                if !decision.isAllowed { denials.note { decision.text } }
            }
        }
        return configuration
    }

    /// Loads the rules, and warns of what is open.
    private func setRules(_ plan: EmulatorPlan, on emulator: Emulator) throws {
        if let rules = plan.rules {
            try set(rules, project: plan.project, on: emulator)
        } else if !options.quiet {
            context.console.err(
                "receipts: no rules are loaded, so everything is allowed; pass --rules FILE to change that")
        }
        if !plan.isLoopback, !options.quiet {
            context.console.err(
                "receipts: \(plan.host) is reachable from other machines, and any token is accepted")
        }
    }

    /// Waits until every emulator listens; nil if one ends before.
    private func addresses(
        _ plan: EmulatorPlan, _ ports: AsyncStream<Int>, _ databasePorts: AsyncStream<Int>
    ) async -> EmulatorAddresses? {
        guard let port = await ports.first(where: { _ in true }) else { return nil }
        var addresses = EmulatorAddresses(firestore: EmulatorAddress(host: plan.host, port: port))
        if let database = plan.database {
            guard let port = await databasePorts.first(where: { _ in true }) else { return nil }
            addresses.database = EmulatorAddress(host: database.host, port: port)
        }
        return addresses
    }

    private func listen(
        _ emulator: Emulator, _ plan: EmulatorPlan, onReady: @escaping @Sendable (Int) async -> Void
    ) async throws {
        do {
            try await emulator.serve(
                host: plan.host, port: plan.port,
                logger: Logger(label: "emulator") { _ in SwiftLogNoOpLogHandler() }, onReady: onReady)
        } catch is CancellationError {
            return
        } catch {
            throw CommandFailure(listeningOn: "\(plan.host):\(plan.port)", error)
        }
    }

    private func untilCancelled() async {
        let (never, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        continuation.finish()
    }

    private func run(
        _ command: [String], project: String, _ addresses: EmulatorAddresses
    ) async throws -> ExitStatus? {
        let environment = addresses.variables(
            project: project, namespace: "\(project)-default-rtdb", given: context.environment)
        let updates = environment.map { (Environment.Key(stringLiteral: $0.key), $0.value as String?) }
        let result: TerminationStatus
        do {
            result = try await Subprocess.run(
                command[0].contains("/") ? .path(FilePath(command[0])) : .name(command[0]),
                arguments: Arguments(Array(command.dropFirst())),
                environment: .inherit.updating(Dictionary(uniqueKeysWithValues: updates)),
                input: .currentStandardInput, output: .currentStandardOutput, error: .currentStandardError
            ).terminationStatus
        } catch is SubprocessError {
            throw CommandFailure(
                .wrongUsage,
                "cannot run '\(command[0])': it does not exist, or is not executable")
        }
        switch result {
        case .exited(let code): return ExitStatus(code: Int32(code))
        case .signaled(let signal): return ExitStatus(code: 128 + Int32(signal))
        }
    }
}
