/// A coverage report as a page of HTML: the source, each expression with the values it has had.
package struct CoveragePage {
    private let scalars: [Unicode.Scalar]
    private let report: CoverageReport
    private let title: String

    package init(_ source: SourceFile, _ report: CoverageReport) {
        scalars = Array(source.content.unicodeScalars)
        self.report = report
        title = source.name
    }

    /// The whole page. It loads nothing and runs nothing: values show when the pointer rests on an expression.
    package var html: String {
        var body = ""
        var offset = 0
        let roots = report.nodes.sorted { $0.range.start < $1.range.start }
        for root in roots where root.range.start.offset >= offset { write(root, from: &offset, to: &body) }
        body += escaped(offset..<scalars.count)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>Coverage of \(CoveragePage.escape(title))</title>
            <style>\(CoveragePage.style)</style>
            </head>
            <body>
            <h1>\(CoveragePage.escape(title))</h1>
            <p><span class="both">seen true and false, or another value</span> <span class="once">seen only one way</span> \
            <span class="never">never evaluated</span></p>
            <pre>\(body)</pre>
            </body>
            </html>

            """
    }

    private func write(_ node: CoverageNode, from offset: inout Int, to html: inout String) {
        html += escaped(offset..<node.range.start.offset)
        offset = max(offset, node.range.start.offset)
        let tallies = report.tallies(of: node)
        let tip = tallies.map { "\($0.count) × \($0.observation.summary)" }.joined(separator: "\n")
        html += "<span class=\"\(CoveragePage.kind(tallies))\""
        html += " title=\"\(CoveragePage.escape(tip.isEmpty ? "never evaluated" : tip))\">"
        for child in node.children.sorted(by: { $0.range.start < $1.range.start })
        where child.range.start.offset >= offset {
            write(child, from: &offset, to: &html)
        }
        html += escaped(offset..<node.range.endOffset + 1)
        offset = max(offset, node.range.endOffset + 1)
        html += "</span>"
    }

    private func escaped(_ range: Range<Int>) -> String {
        let bounded = range.clamped(to: 0..<scalars.count)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[bounded])
        return CoveragePage.escape(String(text))
    }

    /// How an expression looks: conditions want both truths, everything else one value.
    private static func kind(_ tallies: [CoverageRecorder.Tally]) -> String {
        let truths = tallies.compactMap { tally in
            if case .value(.bool(let truth)) = tally.observation { truth } else { nil }
        }
        let seen = tallies.contains { $0.observation != .skipped }
        if !seen { return "never" }
        return truths.count == 1 ? "once" : "both"
    }

    static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static let style = """
        body { font: 15px/1.5 system-ui, sans-serif; margin: 2em; color-scheme: light dark; }
        pre { font: 13px/1.7 ui-monospace, monospace; }
        span.both { background: #2da44e33; } span.once { background: #d4a72c44; } span.never { background: #cf222e44; }
        pre span:hover { outline: 1px solid currentColor; }
        """
}
