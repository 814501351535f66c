import PrintableText

/// Results as a TAP stream.
///
/// Source: <https://testanything.org/tap-version-14-specification.html>.
package struct TAPReport {
    package static func lines(_ results: [CaseResult]) -> [String] {
        var lines = ["TAP version 14", "1..\(results.count)"]
        for (index, result) in results.enumerated() {
            let name = escaped("\(result.suite): \(result.name)")
            lines.append("\(result.failure == nil ? "ok" : "not ok") \(index + 1) - \(name)")
            guard let failure = result.failure else { continue }
            lines += ["  ---", "  at: \(quoted(result.place))"]
            if let step = failure.step { lines.append("  step: \(quoted(step))") }
            lines += ["  expected: \(quoted(failure.expected))", "  actual: \(quoted(failure.actual))"]
            if let message = failure.message { lines.append("  message: \(quoted(message))") }
            if let text = failure.explanation { lines.append("  explanation: \(quoted(text))") }
            lines.append("  ...")
        }
        return lines
    }

    /// A description with `#` escaped, which would begin a directive.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\", "#": result += "\\\(scalar)"
            case _ where scalar.isUnprintable: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
    }

    /// A double-quoted scalar of YAML.
    private static func quoted(_ text: String) -> String {
        let body = text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\", "\"": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case _ where scalar.isUnprintable:
                let digits = String(scalar.value, radix: 16)
                result += digits.count <= 4 ? "\\u" : "\\U"
                result += String(repeating: "0", count: (digits.count <= 4 ? 4 : 8) - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return "\"\(body)\""
    }
}
