import HTTPTypes

/// A talk with a server, written down: requests, and the answers that they get from both servers.
///
///     PATCH /c/a
///     {"fields": {"n": {"integerValue": "1"}}}
///     200 {"name": "$/c/a", "fields": {"n": {"integerValue": "1"}},
///       "createTime": "<T1>", "updateTime": "<T1>"}
///
///     PATCH /c/a?currentDocument.updateTime=<T1>
///     200 {"name": "$/c/a", "createTime": "<T1>", "updateTime": "<T2>"}
///     google url-update-time: 400 FAILED_PRECONDITION the stored version (<us>) does not match ...
///
/// An empty line ends an entry; an indented line goes on with the one before it. An entry begins with the method and the
/// path, relative to the root of the documents. Header lines and the body may follow. Last comes the answer: the status
/// and a JSON text, or for an error its code and message. Where Google's emulator answers differently, a line names the
/// ``ListedDifference`` and gives that answer; `no answer` when it gives none, and is not asked then.
///
/// `$` stands for the root of the documents and `$P` for the project; what a server makes up is written as ``Labels``
/// have it.
struct Story {
    struct Entry {
        let method: HTTPRequest.Method
        let path: String
        let fields: [(name: String, value: String)]
        let body: String
        let answer: String
        /// What Google's emulator says instead.
        let googles: (difference: ListedDifference, answer: String)?
    }

    struct Misspelling: Error, CustomStringConvertible {
        let description: String
    }

    let entries: [Entry]

    init(_ text: String) throws(Misspelling) {
        var entries: [Entry] = []
        var lines: [String] = []
        for line in (text + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("  "), !lines.isEmpty {
                lines[lines.count - 1] += " " + line.drop { $0 == " " }
            } else if !line.isEmpty {
                lines.append(String(line))
            } else if !lines.isEmpty {
                entries.append(try Story.entry(lines))
                lines = []
            }
        }
        self.entries = entries
    }

    private static func entry(_ lines: [String]) throws(Misspelling) -> Entry {
        let words = (lines.first ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2, let method = HTTPRequest.Method(String(words[0])) else {
            throw Misspelling(description: "an entry begins with a method and a path: \(lines)")
        }
        var fields: [(String, String)] = []
        var (body, answer): (String, String?) = ("", nil)
        var googles: (ListedDifference, String)?
        for line in lines.dropFirst() {
            if let field = ["Authorization", "Content-Type"].first(where: { line.hasPrefix($0 + ":") }) {
                fields.append((field, String(line.dropFirst(field.count + 1).drop { $0 == " " })))
            } else if line.hasPrefix("google "), let colon = line.firstIndex(of: ":") {
                let name = String(line[..<colon].dropFirst("google ".count))
                guard let difference = ListedDifference(rawValue: name) else {
                    throw Misspelling(description: "no difference is listed as \(name)")
                }
                googles = (difference, String(line[colon...].dropFirst().drop { $0 == " " }))
            } else if line.prefix(3).allSatisfy(\.isNumber) {
                answer = line
            } else {
                body = line
            }
        }
        guard let answer else { throw Misspelling(description: "an entry has no answer: \(lines)") }
        return Entry(
            method: method, path: String(words[1]), fields: fields, body: body, answer: answer,
            googles: googles)
    }
}
