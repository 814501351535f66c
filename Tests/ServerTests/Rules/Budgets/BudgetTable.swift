import Foundation

/// A file of rows: see `README.md` beside it.
struct BudgetTable: Equatable {
    enum Item: Equatable {
        /// An empty line, or one that begins with `#`.
        case comment(String)
        /// A line that begins with `@`.
        case directive(String)
        case row(BudgetRow)
    }

    var items: [Item]

    private static let files = RecordedFiles(besides: #filePath)

    /// The names of all files.
    static let names = files.names

    static func file(_ name: String) -> URL { files.url(name) }

    init(named name: String) throws {
        try self.init(String(decoding: Data(contentsOf: BudgetTable.file(name)), as: UTF8.self))
    }

    init(_ text: String) throws(ProbeFile.Mistake) {
        items = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.isEmpty || line.hasPrefix("#") {
                items.append(.comment(String(line)))
            } else if line.hasPrefix("@") {
                items.append(.directive(String(line)))
            } else if line.hasPrefix("  ") {
                try goOn(with: line.dropFirst(2))
            } else {
                items.append(.row(BudgetRow(text: String(line))))
            }
        }
    }

    /// Takes in a phase.
    private mutating func goOn(with line: Substring) throws(ProbeFile.Mistake) {
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let last = Int(words[0]), case .row(var row)? = items.popLast() else {
            throw ProbeFile.Mistake(description: "a phase is a number and an outcome, below a row: \(line)")
        }
        row.phases = (row.phases ?? []) + [BudgetRow.Phase(last: last, outcome: String(words[1]))]
        items.append(.row(row))
    }

    var text: String {
        items.flatMap(\.lines).map { $0 + "\n" }.joined()
    }

    /// The rows, by their places among the items, each with what holds for its section.
    func rows() throws -> [(index: Int, row: BudgetRow, setup: BudgetSetup)] {
        var rows: [(Int, BudgetRow, BudgetSetup)] = []
        var (general, setup) = (BudgetSetup(), BudgetSetup())
        var isBelowHeading = false
        for (index, item) in items.enumerated() {
            switch item {
            case .comment(let line):
                if !line.hasPrefix("## ") { continue }
                if !isBelowHeading { general = setup }
                isBelowHeading = true
                setup = general
            case .directive(let line):
                let words = line.dropFirst().split(separator: " ", maxSplits: 1)
                try setup.apply(words[0], words.count > 1 ? String(words[1]) : "")
            case .row(let row): rows.append((index, row, setup))
            }
        }
        return rows
    }
}

extension BudgetTable.Item {
    fileprivate var lines: [String] {
        switch self {
        case .comment(let line), .directive(let line): [line]
        case .row(let row): [row.text] + (row.phases ?? []).map { "  \($0.last) \($0.outcome)" }
        }
    }
}
