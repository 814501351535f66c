import ArgumentParser
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
        // A reader that goes away ends the command by a failed write, not by a signal.
        signal(SIGPIPE, SIG_IGN)
        let environment = ProcessInfo.processInfo.environment
        let context = CommandContext(
            environment: environment, console: .standard(environment: environment),
            readInput: {
                var lines: [String] = []
                while let line = readLine() { lines.append(line) }
                return lines
            })
        exit(await run(Array(CommandLine.arguments.dropFirst()), in: context).code)
    }

    /// Runs a command line to its end, or until a signal interrupts it.
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
            // A command that was interrupted gets to finish its line: to say what it had done by then.
            await group.waitForAll()
            return status
        }
    }

    /// Parses and performs a command.
    static func perform(_ arguments: [String], in context: CommandContext) async -> ExitStatus {
        do {
            var command = try ReceiptsCommand.parseAsRoot(arguments)
            if let subcommand = command as? any ReceiptsSubcommand {
                return try await subcommand.run(in: context)
            }
            try command.run()
            return .done
        } catch let failure as CommandFailure {
            if failure.status != .interrupted { context.console.err("receipts: \(failure.message)") }
            return failure.status
        } catch {
            return report(error, in: context)
        }
    }

    /// Reports what the argument parser has to say: help, the version, or what is wrong with the arguments.
    private static func report(_ error: any Error, in context: CommandContext) -> ExitStatus {
        let text = ReceiptsCommand.fullMessage(for: error)
        if ReceiptsCommand.exitCode(for: error) == .success {
            context.console.out(text)
            return .done
        }
        if ReceiptsCommand.exitCode(for: error) == .validationFailure {
            context.console.err(text)
            return .wrongUsage
        }
        let failure = CommandFailure(any: error)
        if failure.status != .interrupted { context.console.err("receipts: \(failure.message)") }
        return failure.status
    }
}
