import JSONText

/// The expressions of a coverage report, written down one a line: where each stands, and what it was worth.
///
/// `8:21-45 true, false x2` is an expression in columns 21 to 45 of line 8 that was once true and twice false. What it is made of
/// follows, indented. `unknown` says that stored documents were not read yet, `skipped` that it was not needed. A map that would
/// be long is only counted: `{7 members}`.
enum CoverageText {
    static func lines(_ report: JSON) -> [String] {
        (report["report"]?.array ?? []).flatMap { lines($0, depth: 0) }
    }

    private static func lines(_ node: JSON, depth: Int) -> [String] {
        let values = (node["values"]?.array ?? []).map { value($0) }
        let line =
            String(repeating: "  ", count: depth) + place(node["sourcePosition"] ?? .null) + " "
            + (values.isEmpty ? "never" : values.joined(separator: ", "))
        return [line] + (node["children"]?.array ?? []).flatMap { lines($0, depth: depth + 1) }
    }

    private static func value(_ json: JSON) -> String {
        let count = json["count"]?.compactText ?? ""
        return text(json["value"] ?? .null) + (count == "1" ? "" : " x\(count)")
    }

    private static func text(_ value: JSON) -> String {
        guard let error = value["undefined"] else {
            if value == .object([]) { return "skipped" }
            let text = RuleValueText.text(value)
            guard text.count > 50, case .object(let members)? = value["mapValue"]?["fields"] else {
                return text
            }
            return "{\(members.count) members}"
        }
        guard let cause = error["causeMessage"]?.string else { return "unknown" }
        return "error \(place(error["sourcePosition"] ?? .null)): \(RuleValueText.escaped(cause))"
    }

    /// `8:21-45` is columns 21 to 45 of line 8.
    static func place(_ position: JSON) -> String {
        let start = position["column"].flatMap { Int($0.compactText) } ?? 0
        let offsets = ["currentOffset", "endOffset"].map { position[$0].flatMap { Int($0.compactText) } ?? 0 }
        let end = start + offsets[1] - offsets[0]
        return "\(position["line"]?.compactText ?? "?"):\(start)" + (end > start ? "-\(end)" : "")
    }
}
