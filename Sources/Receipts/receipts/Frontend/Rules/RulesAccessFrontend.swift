import JSONText
import PrintableText
import RulesAnalysis

/// Shows who can do what by some rules.
struct RulesAccessFrontend {
    let command: RulesAccessCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let allowed = try await RulesLook(options: command.look, context: context)
            .allowedRequests(by: command.rules)
        let search = AccessSearch(allowed)
        let line = ProgressLine("sorting", "path")
        let table = try await context.showing(line) { progress in try search.table { progress.update($0) } }
        switch command.format {
        case .text:
            for line in table.lines(showsExamples: command.examples) { context.console.out(line.printable) }
        case .json: for object in table.objects { context.console.out(object.printedText) }
        }
        if let path = command.htmlOut {
            try InputFile.write(AccessPage(allowed.rules.source, table).html, to: path)
        }
        return .done
    }
}
