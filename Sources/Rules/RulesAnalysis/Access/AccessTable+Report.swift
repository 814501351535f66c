import FirestoreRules
package import JSONText
import PrintableText

extension AccessTable.Cell {
    /// What the cell is about: `update`, or `update text`.
    package var title: String {
        switch field {
        case nil: method.rawValue
        case .named(let name): "\(method.rawValue) \(name.printable(limit: 60))"
        case .other: "\(method.rawValue) any other field"
        }
    }

    /// Who is allowed, in words.
    package var text: String {
        if grants.isEmpty { return hasStatement ? "nobody found" : "nobody" }
        return grants.map { grant in
            grant.requester.text
                + (grant.isConditional && grant.requester.isWide ? ", of some documents" : "")
        }.joined(separator: "; ")
    }
}

extension Requester {
    /// Whether it is about users in general.
    fileprivate var isWide: Bool {
        if case .those = self { false } else { true }
    }
}

extension AccessTable {
    /// The table as lines, each path with its methods and fields.
    ///
    /// - Parameter showsExamples: Whether to show a request for each entry.
    package func lines(showsExamples: Bool) -> [String] {
        let width = rows.flatMap(\.cells).map(\.label.count).max() ?? 0
        return rows.flatMap { row in
            [row.path.printable(limit: 200)]
                + row.visibleCells.flatMap { cell in
                    ["  \(cell.label.padding(to: width))  \(cell.text)"]
                        + (showsExamples ? cell.grants.flatMap(\.lines) : [])
                } + [""]
        }
    }

    /// One object for each entry.
    package var objects: [JSON] {
        rows.flatMap { row in
            row.cells.flatMap { cell in
                cell.grants.isEmpty
                    ? [AccessTable.object(row, cell, nil)]
                    : cell.grants.map { AccessTable.object(row, cell, $0) }
            }
        }
    }

    private static func object(_ row: Row, _ cell: Cell, _ grant: Grant?) -> JSON {
        var members = [
            JSON.Member("path", .string(row.path)), JSON.Member("method", .string(cell.method.rawValue)),
        ]
        switch cell.field {
        case nil: break
        case .named(let name): members.append(JSON.Member("field", .string(name)))
        case .other: members.append(JSON.Member("field", .string("*")))
        }
        members.append(JSON.Member("who", .string(grant?.requester.kind ?? "nobody")))
        members.append(JSON.Member("users", .string(grant?.requester.text ?? cell.text)))
        guard let grant else { return .object(members) }
        let example = grant.example
        members.append(JSON.Member("rule", .string("\(grant.rule.file):\(grant.rule.line)")))
        if let condition = grant.condition { members.append(JSON.Member("condition", .string(condition))) }
        members += [
            JSON.Member("sentence", .string(example.sentence)),
            JSON.Member("documents", example.stored), JSON.Member("request", example.requestObject),
            JSON.Member("case", example.suiteCase(example.sentence, isAllowed: true)),
        ]
        return .object(members)
    }
}

extension AccessTable.Row {
    /// The cells without fields that differ in nothing from what their method says.
    package var visibleCells: [AccessTable.Cell] {
        cells.filter { cell in
            guard cell.field == .other else { return true }
            return !cell.grants.isEmpty
        }
    }
}

extension AccessTable.Cell {
    /// The title, indented for a field.
    fileprivate var label: String {
        switch field {
        case nil: method.rawValue
        case .named(let name): "  \(name.printable(limit: 40))"
        case .other: "  any other field"
        }
    }
}

extension AccessTable.Grant {
    fileprivate var lines: [String] {
        ["      \(rule.file):\(rule.line): \(ScenarioSentence(example).text)"]
            + example.lines.map { "      \($0)" }
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
