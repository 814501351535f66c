import Foundation

/// A file of expressions with the answers to them: see `README.md` beside it.
struct ProbeFile: Equatable {
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    enum Item: Equatable {
        /// An empty line, or one that begins with `#`.
        case comment(String)
        /// A line that begins with `@`, and indented ones that go on with it.
        case directive([String])
        case probe(Probe)
    }

    var items: [Item]

    var probes: [Probe] {
        items.compactMap { if case .probe(let probe) = $0 { probe } else { nil } }
    }

    private static let files = RecordedFiles(besides: #filePath)

    /// The names of all files.
    static let names = files.names

    static func file(_ name: String) -> URL { files.url(name) }
}
