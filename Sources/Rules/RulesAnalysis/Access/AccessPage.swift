import FirestoreRules
import PrintableText
package import RulesCore

/// A table of who can do what, as a page of HTML.
package struct AccessPage {
    private let source: SourceFile
    private let table: AccessTable

    package init(_ source: SourceFile, _ table: AccessTable) {
        self.source = source
        self.table = table
    }

    /// The whole page, without scripts or other resources.
    package var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>Who can do what by \(source.name.escapedForHTML)</title>
        <style>\(AccessPage.style)</style>
        </head>
        <body>
        <h1>Who can do what by \(source.name.escapedForHTML)</h1>
        <p>Found by a search: more may be allowed than is shown, never less.</p>
        \(table.rows.map { section($0) }.joined(separator: "\n"))
        </body>
        </html>

        """
    }

    private static let style = """
        :root { color-scheme: light dark; }
        body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; }
        table { border-collapse: collapse; width: 100%; }
        td, th { border-top: 1px solid #8884; padding: .3em .6em; text-align: left; vertical-align: top; }
        th { font-weight: 500; white-space: nowrap; width: 12em; }
        th.field { font-family: ui-monospace, monospace; font-weight: 400; padding-left: 2em; }
        pre { font: 13px/1.4 ui-monospace, monospace; overflow-x: auto; }
        .anyone { color: #b3261e; } .signed-in { color: #9a6700; } .nobody { color: #777; }
        @media (prefers-color-scheme: dark) { .anyone { color: #ff8a80; } .signed-in { color: #ffc94d; } }
        """

    private func section(_ row: AccessTable.Row) -> String {
        """
        <h2><code>\(row.path.escapedForHTML)</code></h2>
        <table>
        \(row.visibleCells.map { line($0) }.joined(separator: "\n"))
        </table>
        """
    }

    private func line(_ cell: AccessTable.Cell) -> String {
        let title =
            switch cell.field {
            case nil: "<th>\(cell.method.rawValue)</th>"
            case .named(let name): "<th class=\"field\">\(name.printable(limit: 60).escapedForHTML)</th>"
            case .other: "<th class=\"field\">any other field</th>"
            }
        if cell.grants.isEmpty { return "<tr>\(title)<td class=\"nobody\">\(cell.text)</td></tr>" }
        return "<tr>\(title)<td>\(cell.grants.map { details($0) }.joined(separator: "\n"))</td></tr>"
    }

    private func details(_ grant: AccessTable.Grant) -> String {
        let example = ([grant.example.sentence] + grant.example.lines)
            .map(\.printable).joined(separator: "\n")
        let condition =
            grant.condition.map { "<code>\($0.printable(limit: 400).escapedForHTML)</code>" } ?? ""
        return """
            <details><summary class="\(grant.requester.kind)">\(grant.requester.text.escapedForHTML)</summary>
            <p>line \(grant.rule.line) \(condition)</p>
            <pre>\(example.escapedForHTML)</pre></details>
            """
    }
}
