import Foundation

/// Reading and writing a file of expressions.
extension ProbeFile {
    init(named name: String) throws {
        try self.init(String(decoding: Data(contentsOf: ProbeFile.file(name)), as: UTF8.self))
    }

    init(_ text: String) throws(Mistake) {
        items = []
        // By bytes: to Swift a carriage return and the line feed after it are one character.
        for bytes in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast()
        {
            let line = String(Substring(bytes))
            if line.isEmpty || line.hasPrefix("#") {
                items.append(.comment(line))
            } else if line.hasPrefix("@") {
                items.append(.directive([line]))
            } else if line.hasPrefix("  ") {
                try goOn(with: String(line.dropFirst(2)))
            } else {
                items.append(.probe(Probe(text: line)))
            }
        }
    }

    /// Takes in an indented line.
    private mutating func goOn(with line: String) throws(Mistake) {
        switch items.popLast() {
        case .directive(let lines):
            items.append(.directive(lines + [line]))
        case .probe(var probe):
            if line.hasPrefix("here "), let id = line.split(separator: " ").last {
                guard let difference = ListedDifference(rawValue: String(id)) else {
                    throw Mistake(description: "no difference is listed as \(id)")
                }
                probe.difference = difference
            } else if probe.difference != nil {
                probe.ours = (probe.ours ?? []) + [line]
            } else {
                probe.google = (probe.google ?? []) + [line]
            }
            items.append(.probe(probe))
        case .comment, nil:
            throw Mistake(description: "an indented line goes on with nothing: \(line)")
        }
    }

    var text: String {
        items.flatMap(\.lines).map { $0 + "\n" }.joined()
    }
}

extension ProbeFile.Item {
    fileprivate var lines: [String] {
        switch self {
        case .comment(let line): [line]
        case .directive(let lines): lines.prefix(1) + lines.dropFirst().map { "  " + $0 }
        case .probe(let probe):
            [probe.text]
                + ((probe.google ?? []) + (probe.difference.map { ["here \($0.rawValue)"] } ?? [])
                + (probe.ours ?? [])).map { "  " + $0 }
        }
    }
}
