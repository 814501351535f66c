import EmulatorAccess
import FirestoreEmulator
import FirestoreModel
import FirestoreREST
import Foundation
import JSONText

/// Names for what a server makes up, so that answers of different servers are the same text.
///
/// `<T1>`, `<T2>`, ... are the times of commits, `<S1>` ... server timestamps in fields, `<X1>` ... transactions, `<N1>`
/// ... page tokens: each in the order in which they first turn up, the same name for the same one. `<now>` is a read time,
/// `<id>` a document id, `<us>` a time in microseconds in a message, and `P+1` an index behind the project's name.
struct Labels {
    let root: String
    let project: String
    /// By the kind and what the server made up: a server timestamp can be the very time of a commit.
    private var names: [Key: String] = [:]

    private struct Key: Hashable {
        let kind: String
        let text: String
    }

    private var counts: [String: Int] = [:]

    init(root: String, project: String) {
        self.root = root
        self.project = project
    }

    /// Puts in what the labels of a text stand for.
    func fillIn(_ text: String, isInURL: Bool = false) -> String {
        var text = text.replacing("$P", with: project).replacing("$", with: root)
        for (key, name) in names where text.contains(name) {
            let escaped =
                isInURL ? key.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) : nil
            text = text.replacing(name, with: escaped ?? key.text)
        }
        return text
    }

    /// An answer as text: members in the order of their names, labels for what was made up.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - text: The body.
    ///   - request: The body of the request, whose read time is given back as it was named there.
    mutating func describe(status: Int, _ text: String, request: String) -> String {
        guard let json = try? JSONParser.parse(Array(text.utf8)) else {
            return "\(status) \(text.trimmingCharacters(in: .newlines))"
        }
        if status != 200, let error = ErrorBody.decode(Array(text.utf8), httpStatus: status) {
            return "\(status) \(error.code.name)" + (error.message.map { " " + label(message: $0) } ?? "")
        }
        return "\(status) \(label(json, request: request).compactText)"
    }

    /// An answer that a story expects, in the same form.
    static func describe(expected text: String) -> String {
        let body = text.dropFirst(4)
        guard body.hasPrefix("{") || body.hasPrefix("["), let json = try? JSONParser.parse(Array(body.utf8))
        else {
            return text
        }
        return "\(text.prefix(3)) \(json.sorted.compactText)"
    }

    private func label(message: String) -> String {
        var message = message
        if message.contains(project) {
            // Where something stands in a name depends on how long the project's name is.
            message.replace(/at index (\d+)/) { match in
                "at index P+\((Int(match.output.1) ?? 0) - project.utf16.count)"
            }
        }
        return unnamed(message).replacing("\n", with: "\\n")
            .replacing(/\d{13,}/, with: "<us>")
    }

    /// Without what this test's project is called.
    private func unnamed(_ text: String) -> String {
        text.replacing(root, with: "$").replacing(project, with: "$P")
    }

    private mutating func label(_ json: JSON, named name: String = "", request: String) -> JSON {
        switch json {
        case .null, .boolean, .number: return json
        case .string(let text): return .string(label(text, named: name, request: request))
        case .array(let elements):
            var labelled: [JSON] = []
            for element in elements { labelled.append(label(element, named: name, request: request)) }
            return .array(labelled)
        case .object(let members):
            var labelled: [JSON.Member] = []
            for member in members.sorted(by: { $0.name < $1.name }) {
                labelled.append(
                    JSON.Member(member.name, label(member.value, named: member.name, request: request)))
            }
            return .object(labelled)
        }
    }

    private mutating func label(_ text: String, named name: String, request: String) -> String {
        switch name {
        case "createTime", "updateTime", "commitTime": return label(text, "T")
        case "readTime":
            return names[Key(kind: "T", text: text)].flatMap { request.contains($0) ? $0 : nil } ?? "<now>"
        case "transaction": return label(text, "X")
        case "nextPageToken": return label(text, "N")
        case "timestampValue" where Labels.isRecent(text): return label(text, "S")
        case "name": return unnamed(text).replacing(/\/[A-Za-z0-9]{20}$/, with: "/<id>")
        default: return unnamed(text)
        }
    }

    private mutating func label(_ text: String, _ kind: String) -> String {
        let key = Key(kind: kind, text: text)
        if let name = names[key] { return name }
        counts[kind, default: 0] += 1
        let name = "<\(kind)\(counts[kind, default: 0])>"
        names[key] = name
        return name
    }

    private static func isRecent(_ text: String) -> Bool {
        guard let time = Timestamp(rfc3339: text) else { return false }
        return abs(time.seconds - EmulatorClock.system.now().seconds) < 3600
    }
}

extension JSON {
    /// The same tree with the members of each object in the order of their names.
    fileprivate var sorted: JSON {
        switch self {
        case .null, .boolean, .number, .string: self
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let members):
            .object(members.sorted { $0.name < $1.name }.map { JSON.Member($0.name, $0.value.sorted) })
        }
    }
}
