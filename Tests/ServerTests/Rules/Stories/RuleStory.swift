import Foundation

/// Rules that somebody might have, and what becomes of requests by various people: see `README.md` beside it.
struct RuleStory: Equatable {
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    enum Item: Equatable {
        /// An empty line, or one that begins with `#`.
        case comment(String)
        /// Who somebody is: a name, and the claims of a token.
        case user(name: String, claims: String)
        /// The rules that hold from here on, line by line.
        case rules([String])
        case question(RuleQuestion)
    }

    var items: [Item]

    private static let files = RecordedFiles(besides: #filePath)

    /// The names of all files.
    static let names = files.names

    static func file(_ name: String) -> URL { files.url(name) }

    var questions: [RuleQuestion] {
        items.compactMap { if case .question(let question) = $0 { question } else { nil } }
    }
}

/// Something that a server is asked in a story, what Google's emulator answers, and what the embedded one answers where the
/// two differ on purpose.
struct RuleQuestion: Equatable {
    /// A request, `@issues` or `@coverage`.
    let text: String
    /// The lines of the answer; nil when it is not known yet.
    var google: [String]?
    var difference: ListedDifference?
    var ours: [String]?

    /// The answer that a server is to give.
    func expectation(ofGoogles isGoogles: Bool) -> [String]? {
        if !isGoogles, let ours { return ours }
        return google
    }
}
