extension SuiteNode {
    /// Reads YAML 1.2, in which `yes` and `on` are texts.
    package static func yaml(_ text: String, file: String) throws(SuiteProblem) -> SuiteNode {
        var reader = YAMLReader(text, file: file)
        return try reader.document()
    }
}

extension SuiteNode.Content {
    /// A scalar without quotes, as YAML's core schema reads it.
    static func plain(_ text: String) -> SuiteNode.Content {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        case ".inf", ".Inf", ".INF", "+.inf": return .double(.infinity)
        case "-.inf", "-.Inf", "-.INF": return .double(-.infinity)
        case ".nan", ".NaN", ".NAN": return .double(.nan)
        default: break
        }
        if text.hasPrefix("0x"), let number = Int64(text.dropFirst(2), radix: 16) { return .int(number) }
        if text.hasPrefix("0o"), let number = Int64(text.dropFirst(2), radix: 8) { return .int(number) }
        if let number = Int64(text) { return .int(number) }
        // Swift reads more than YAML does, such as hexadecimal fractions and `nan`.
        let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
        if isNumber, text.utf8.contains(where: { (0x30...0x39).contains($0) }), let number = Double(text) {
            return .double(number)
        }
        return .string(text)
    }
}
