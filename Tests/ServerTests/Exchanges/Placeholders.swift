import Foundation
import JSONText

/// What stands in for the things that are other in every run.
///
/// - `{{documents}}` is the root of the project's documents, `{{project}}` the project's id, and `{{other}}` that of
///   another project, which nobody has used before either.
/// - `{{begin.transaction}}` is the first member named `transaction` in the answer to the request labelled `begin`.
/// - `{{1500*x}}` is an `x` 1,500 times.
struct Placeholders {
    let project: String
    let other: String
    private var answers: [String: JSON] = [:]

    init(project: String, other: String) {
        self.project = project
        self.other = other
    }

    /// Keeps an answer for the requests that refer to it.
    mutating func keep(_ answer: ExchangeAnswer, as label: String) {
        answers[label] = try? JSONParser.parse(Array(answer.body.utf8))
    }

    /// Puts in what is known. A placeholder for anything else is left as it is, but in a URL, where it could not stand, it
    /// is dropped.
    ///
    /// - Parameters:
    ///   - text: The text with placeholders.
    ///   - isInURL: True to percent-encode what comes from an answer.
    func filled(_ text: String, isInURL: Bool = false) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}")
        {
            let name = rest[start.upperBound..<end.lowerBound]
            result += rest[..<start.lowerBound]
            result += value(name, isInURL: isInURL) ?? (isInURL ? "" : "{{\(name)}}")
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    /// The transactions that earlier answers have opened.
    var transactions: [String] { answers.values.compactMap { $0.firstString(named: "transaction") } }

    private func value(_ name: Substring, isInURL: Bool) -> String? {
        switch name {
        case "documents": return "projects/\(project)/databases/(default)/documents"
        case "project": return project
        case "other": return other
        default: break
        }
        if let star = name.firstIndex(of: "*"), let count = Int(name[..<star]) {
            return String(repeating: String(name[star...].dropFirst()), count: count)
        }
        let words = name.split(separator: ".").map(String.init)
        guard words.count == 2, let found = answers[words[0]]?.firstString(named: words[1]) else {
            return nil
        }
        return isInURL ? found.addingPercentEncoding(withAllowedCharacters: .alphanumerics) : found
    }
}

extension JSON {
    /// The first text with a name, in the order of reading.
    fileprivate func firstString(named name: String) -> String? {
        switch self {
        case .null, .boolean, .number, .string: return nil
        case .array(let elements): return elements.lazy.compactMap { $0.firstString(named: name) }.first
        case .object(let members):
            for member in members {
                if member.name == name, let text = member.value.string { return text }
                if let text = member.value.firstString(named: name) { return text }
            }
            return nil
        }
    }
}
