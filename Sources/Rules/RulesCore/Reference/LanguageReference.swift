package import JSONText

/// Everything that a rules language has built in, by topic.
package struct LanguageReference: Sendable {
    package struct Topic: Sendable {
        package let title: String
        package let builtIns: [BuiltIn]

        package init(_ title: String, _ builtIns: [BuiltIn]) {
            self.title = title
            self.builtIns = builtIns
        }
    }

    /// The language in JSON: `firestore`.
    package let id: String
    /// The language in headings: `Cloud Firestore`.
    package let title: String
    package let topics: [Topic]

    package init(id: String, title: String, _ topics: [Topic]) {
        self.id = id
        self.title = title
        self.topics = topics
    }

    package var builtIns: [BuiltIn] { topics.flatMap(\.builtIns) }

    /// The built-ins of a name, with or without its package or type: `math.abs`, `abs` or `abs()`, `map.diff` or `diff`.
    package func named(_ name: String) -> [BuiltIn] {
        let name = name.hasSuffix("()") ? name.dropLast(2) : name[...]
        return builtIns.filter { builtIn in
            builtIn.name == name || builtIn.name.hasSuffix(".\(name)") || builtIn.fullNames.contains(name)
        }
    }

    /// The names to suggest for one that does not exist: with their types if it has a dot.
    package func spellings(like name: String) -> [String] {
        name.contains(".")
            ? builtIns.flatMap { [$0.name[...]] + $0.fullNames }.filter { $0.contains(".") }.map(String.init)
            : builtIns.map(\.name)
    }

    // MARK: Text and JSON

    /// A line for each built-in, with its documentation, under the titles of the topics.
    package var overview: [String] {
        let width = builtIns.map(\.name.count).max() ?? 0
        let sections = topics.map { topic in
            ["\(title): \(topic.title)"]
                + topic.builtIns.map { builtIn in
                    let blanks = String(repeating: " ", count: width - builtIn.name.count)
                    return "  \(builtIn.name)\(blanks)  \(builtIn.documentation)"
                }
        }
        return Array(sections.joined(separator: [""]))
    }

    /// A built-in in full: its signatures and its documentation.
    package func lines(_ builtIn: BuiltIn) -> [String] {
        ["\(title): \(builtIn.kind.rawValue) \(builtIn.name)"] + builtIn.signatures.map { "  \($0)" }
            + ["  \(builtIn.documentation)"]
    }

    /// A built-in as JSON.
    package func json(_ builtIn: BuiltIn) -> JSON {
        .object([
            JSON.Member("language", .string(id)), JSON.Member("kind", .string(builtIn.kind.rawValue)),
            JSON.Member("name", .string(builtIn.name)),
            JSON.Member("signatures", .array(builtIn.signatures.map { .string($0) })),
            JSON.Member("documentation", .string(builtIn.documentation)),
        ])
    }

    // MARK: Markdown

    /// The language's section of the page `Documentation/RulesFunctions.md`.
    package var markdown: [String] {
        ["## \(title)", ""]
            + topics.flatMap { topic in
                ["### \(topic.title)", "", "| | |", "|---|---|"]
                    + topic.builtIns.map { builtIn in
                        let signatures = builtIn.signatures.map { "`\($0)`" }.joined(separator: "<br>")
                        return "| \(signatures) | \(builtIn.documentation) |"
                    } + [""]
            }
    }
}
