import ArgumentParser
import CurlHTTP
import HTTPTransport
import PrintableText
import UnixSignals

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

@main
enum Main {
    static func main() async {
        Console.keepClosedStreamsClosed()
        // If the reader goes away, the command ends with a failed write rather than a signal.
        signal(SIGPIPE, SIG_IGN)
        let environment = ProcessInfo.processInfo.environment
        let context = CommandContext(
            environment: environment, console: .standard(environment: environment),
            readInput: {
                var lines: [String] = []
                while let line = readLine() { lines.append(line) }
                return lines
            })
        var status = await run(Array(CommandLine.arguments.dropFirst()), in: context)
        // A reader that has gone, such as head, had what it wanted.
        if status == .done, let failure = context.console.failure(), failure != EPIPE {
            context.console.err(
                "receipts: cannot write to standard output: \(String(cString: strerror(failure)))")
            status = .failed
        }
        exit(status.code)
    }

    /// Runs a command line until it ends or a signal interrupts it.
    static func run(_ arguments: [String], in context: CommandContext) async -> ExitStatus {
        await withTaskGroup(of: ExitStatus?.self) { group in
            group.addTask { await perform(arguments, in: context) }
            group.addTask {
                for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) { return .interrupted }
                return nil
            }
            var status = ExitStatus.done
            for await ended in group {
                guard let ended else { continue }
                status = ended
                break
            }
            group.cancelAll()
            // An interrupted command may still print what it has done.
            await group.waitForAll()
            return status
        }
    }

    /// Parses and runs a command.
    static func perform(_ arguments: [String], in context: CommandContext) async -> ExitStatus {
        if let text = HelpTopic.text(for: arguments) {
            context.console.out(text)
            return .done
        }
        do {
            let (arguments, context) = try prepare(arguments, in: context)
            let command = try parse(arguments)
            if let subcommand = command as? any ReceiptsSubcommand {
                let authorities = try (subcommand as? any ConnectingSubcommand)?.connection
                    .checkedAuthorityFile()
                return try await CertificateAuthorities.$file.withValue(authorities) {
                    try await withHTTPClients { try await subcommand.run(in: context) }
                }
            }
            var other = command
            try other.run()
            return .done
        } catch let failure as CommandFailure {
            return report(failure, in: context)
        } catch  where ReceiptsCommand.exitCode(for: error) == .success {
            // Help, or the version, which loads libcurl, so that nothing else asks for it.
            let message = ReceiptsCommand.fullMessage(for: error)
            context.console.out(message == ProgramVersion.next ? "\(ProgramVersion.current)" : message)
            return .done
        } catch {
            return report(CommandFailure(any: error), in: context)
        }
    }

    /// Adds secrets and settings from files and the environment, and says which settings come from where.
    private static func prepare(
        _ arguments: [String], in context: CommandContext
    ) throws(CommandFailure) -> ([String], CommandContext) {
        if arguments.contains(where: { ["--help", "-h", "--version"].contains($0) }) {
            return (arguments, context)
        }
        var context = context
        context.environment = try SecretFiles.environment(context.environment) {
            (path) throws(CommandFailure) in
            try InputFile.regularText(path, as: "secret")
        }
        guard let settings = ServerSettings(arguments, environment: context.environment) else {
            return (arguments, context)
        }
        let completion = try settings.completed { (path) throws(CommandFailure) in
            try InputFile.regularBytes(path, as: "settings")
        }
        if !completion.origins.isEmpty, !completion.arguments.contains("--quiet") {
            context.console.err(
                "receipts: settings: \(completion.origins.joined(separator: ", ").printable(limit: longestMessage))"
            )
        }
        return (completion.arguments, context)
    }

    /// Parses the arguments.
    ///
    /// - Throws: ``CommandFailure`` for invalid arguments; the argument parser's errors for help and the version.
    private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        do {
            let command = try ReceiptsCommand.parseAsRoot(arguments)
            if let failure = CommandFailure(overlookedIn: arguments) { throw failure }
            return command
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(arguments, refusedWith: error) ?? error
        }
    }

    /// Messages may quote long ids and texts.
    private static let longestMessage = 2000

    private static func report(_ failure: CommandFailure, in context: CommandContext) -> ExitStatus {
        if failure.status != .interrupted {
            context.console.err(
                "\(failure.command): \(failure.message.printable(limit: Main.longestMessage))")
            for line in failure.details { context.console.err(line) }
        }
        return failure.status
    }
}
