import PrintableText

/// Results as JUnit's XML, in the form that continuous integration servers read.
package struct JUnitReport {
    package static func lines(_ results: [CaseResult]) -> [String] {
        var suites: [(name: String, results: [CaseResult])] = []
        for result in results {
            if suites.last?.name != result.suite { suites.append((result.suite, [])) }
            suites[suites.count - 1].results.append(result)
        }
        let whole = counts(results)
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<testsuites name="receipts rules test" \#(whole)>"#,
        ]
        for suite in suites {
            lines.append(#"  <testsuite name="\#(escaped(suite.name))" \#(counts(suite.results))>"#)
            for result in suite.results { lines += testCase(result) }
            lines.append("  </testsuite>")
        }
        return lines + ["</testsuites>"]
    }

    private static func testCase(_ result: CaseResult) -> [String] {
        var head = #"    <testcase classname="\#(escaped(result.suite))" name="\#(escaped(result.name))""#
        head += #" file="\#(escaped(result.file))""#
        if let line = result.line { head += #" line="\#(line)""# }
        head += #" time="\#(seconds(result.duration))""#
        guard let failure = result.failure else { return [head + "/>"] }
        let details = ([result.place, failure.step, failure.explanation ?? failure.message] as [String?])
            .compactMap(\.self)
        return [
            head + ">",
            #"      <failure message="\#(escaped(failure.summary))">\#(escaped(details.joined(separator: "\n")))</failure>"#,
            "    </testcase>",
        ]
    }

    private static func counts(_ results: [CaseResult]) -> String {
        let failed = results.count { $0.failure != nil }
        let time = seconds(results.reduce(.zero) { $0 + $1.duration })
        return #"tests="\#(results.count)" failures="\#(failed)" errors="0" skipped="0" time="\#(time)""#
    }

    /// Seconds with three digits after the point.
    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let thousandths = String(attoseconds / 1_000_000_000_000_000)
        return "\(seconds).\(String(repeating: "0", count: 3 - thousandths.count))\(thousandths)"
    }

    /// The text with control characters made visible, which XML 1.0 cannot express, as are others that hide or reverse text.
    private static func escaped(_ text: String) -> String {
        text.printableLines.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += "&#10;"
            case "\t": result += "&#9;"
            case "\u{FFFE}", "\u{FFFF}": result += "?"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
