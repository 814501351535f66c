import RulesCore

/// A file that lists mutants that change nothing, each with the reason.
///
/// A line names a mutant by its id, or by the text of the line that it changes in backquotes, followed by a colon and the reason.
/// A line such as `[../firestore.rules]` names the rules file of the entries after it. Empty lines and lines that begin with `#`
/// are ignored.
package struct KnownEquivalents: Sendable {
    package struct Entry: Sendable, Equatable {
        package enum Name: Sendable, Equatable {
            case id(String)
            case line(String)
        }

        package let name: Name
        package let reason: String
        /// The line of the file.
        package let line: Int
        /// The rules file, as written; nil for an entry that may be about any.
        package let rules: String?

        package init(name: Name, reason: String, line: Int, rules: String? = nil) {
            self.name = name
            self.reason = reason
            self.line = line
            self.rules = rules
        }
    }

    package let entries: [Entry]

    package init() { entries = [] }

    private init(_ entries: [Entry]) { self.entries = entries }

    /// Reads a file.
    package init(_ text: String, file: String) throws(SuiteProblem) {
        var entries: [Entry] = []
        var rules: String?
        for (index, raw) in text.sourceLines.enumerated() {
            let line = raw.drop(while: \.isWhitespace)
            if line.isEmpty || line.first == "#" { continue }
            if line.first == "[" {
                guard let named = KnownEquivalents.rules(line) else {
                    throw SuiteProblem(
                        file: file, line: index + 1, "expected the path of a rules file in brackets")
                }
                rules = named
                continue
            }
            guard let (name, rest) = KnownEquivalents.name(line), rest.first == ":" else {
                throw SuiteProblem(
                    file: file, line: index + 1,
                    "expected the id of a mutant or a line in backquotes, a colon and a reason")
            }
            let reason = rest.dropFirst().split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if reason.isEmpty {
                throw SuiteProblem(file: file, line: index + 1, "say why the mutant changes nothing")
            }
            entries.append(Entry(name: name, reason: reason, line: index + 1, rules: rules))
        }
        self.entries = entries
    }

    /// The path in a line such as `[firestore.rules]`.
    private static func rules(_ line: Substring) -> String? {
        let words = line.split(separator: "]", omittingEmptySubsequences: false)
        guard words.count == 2, words[1].allSatisfy(\.isWhitespace), words[0].count > 1 else { return nil }
        return String(words[0].dropFirst())
    }

    private static func name(_ line: Substring) -> (Entry.Name, rest: Substring)? {
        if line.first == "`" {
            let body = line.dropFirst()
            guard let end = body.lastRange(of: "`:") else { return nil }
            return (.line(String(body[..<end.lowerBound])), body[end.lowerBound...].dropFirst())
        }
        let id = line.prefix { $0.isHexDigit || $0 == "-" }
        return id.isEmpty ? nil : (.id(String(id)), line[id.endIndex...].drop(while: \.isWhitespace))
    }

    /// The entries that may be about a rules file.
    ///
    /// - Parameter isOfFile: Whether a rules file, as the list names it, is this one.
    package func entries(where isOfFile: (String) -> Bool) -> KnownEquivalents {
        KnownEquivalents(entries.filter { $0.rules.map(isOfFile) ?? true })
    }

    /// The entry that names a mutant.
    package func entry(for mutant: Mutant) -> Entry? {
        entries.first { entry in
            switch entry.name {
            case .id(let id): id == mutant.id
            case .line(let text): text == mutant.lineText
            }
        }
    }
}

extension Substring {
    fileprivate func lastRange(of text: String) -> Range<Index>? {
        ranges(of: text).last
    }
}
