extension String {
    /// The text for a line of a message: bounded, and with everything escaped that would move a terminal's cursor, begin
    /// another line, or not be seen.
    ///
    /// - Parameter limit: How many characters of the text are kept, counted in Unicode scalars.
    func escapedForMessage(limit: Int) -> String {
        var line = ""
        var count = 0
        for scalar in unicodeScalars {
            if count == limit { return line + "..." }
            count += 1
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    /// The text in quotes, escaped and bounded.
    var quotedForMessage: String { "\"\(escapedForMessage(limit: 120))\"" }

    /// The text with secrets replaced.
    func redacting(_ secrets: [Secret]) -> String {
        secrets.reduce(self) { text, secret in
            secret.text.isEmpty ? text : text.replacing(secret.text, with: "(secret)")
        }
    }
}
