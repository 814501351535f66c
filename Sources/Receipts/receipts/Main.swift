import ArgumentParser
import CurlHTTP
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
        var status = await run(Array(CommandLine.arguments.dropFirst()), in: context)
        // A reader that has gone, as head does, had what it wanted.
        if status == .done, let failure = context.console.failure(), failure != EPIPE {
            context.console.err(
                "receipts: cannot write to standard output: \(String(cString: strerror(failure)))")
            status = .failed
        }
        exit(status.code)
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
            let command = try parse(arguments)
            if let subcommand = command as? any ReceiptsSubcommand {
                return try await withHTTPClients { try await subcommand.run(in: context) }
            }
            var other = command
            try other.run()
            return .done
        } catch let failure as CommandFailure {
            return report(failure, in: context)
        } catch  where ReceiptsCommand.exitCode(for: error) == .success {
            // Help, or the version.
            context.console.out(ReceiptsCommand.fullMessage(for: error))
            return .done
        } catch {
            return report(CommandFailure(any: error), in: context)
        }
    }

    /// Reads the arguments.
    ///
    /// - Throws: ``CommandFailure`` that says what is wrong with them; what the argument parser throws for help and the version.
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

    /// Ids and texts that a message quotes may be long.
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
