import RulesCore

/// A file that lists mutants that change nothing, each with the reason.
///
/// A line names a mutant by its id, or by the text of the line that it changes in backquotes, followed by a colon and the reason.
/// Empty lines and lines that begin with `#` are ignored.
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

        package init(name: Name, reason: String, line: Int) {
            self.name = name
            self.reason = reason
            self.line = line
        }
    }

    package let entries: [Entry]

    package init() { entries = [] }

    /// Reads a file.
    package init(_ text: String, file: String) throws(SuiteProblem) {
        var entries: [Entry] = []
        for (index, raw) in text.sourceLines.enumerated() {
            let line = raw.drop(while: \.isWhitespace)
            if line.isEmpty || line.first == "#" { continue }
            guard let (name, rest) = KnownEquivalents.name(line), rest.first == ":" else {
                throw SuiteProblem(
                    file: file, line: index + 1,
                    "expected the id of a mutant or a line in backquotes, a colon and a reason")
            }
            let reason = rest.dropFirst().split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if reason.isEmpty {
                throw SuiteProblem(file: file, line: index + 1, "say why the mutant changes nothing")
            }
            entries.append(Entry(name: name, reason: reason, line: index + 1))
        }
        self.entries = entries
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
