import Foundation
import JSONText

/// A file of recorded exchanges, all of one conversation.
struct RecordedTopic: Equatable {
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// What the exchanges show.
    let about: String
    var exchanges: [RecordedExchange]

    /// Where the files are, `<topic>.json` each.
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    /// The names of all topics.
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }.sorted()
    }()

    static func file(_ name: String) -> URL { folder.appendingPathComponent(name + ".json") }
}

/// A request, what Google's emulator answers, and what the embedded one does where the two differ on purpose.
///
/// The answers are masked by ``AnswerMask``.
struct RecordedExchange: Equatable {
    /// What Google's emulator answers.
    enum GooglesAnswer: Equatable {
        case answer(ExchangeAnswer)
        /// None at all, for as long as one waits: it is not asked.
        case never
        /// Not known yet: the exchange is new.
        case unrecorded
    }

    /// What the exchange is about, where that is not plain.
    var title: String?
    var request: ExchangeRequest
    var google: GooglesAnswer
    /// What the embedded emulator does differently on purpose.
    var difference: ListedDifference?
    /// What the embedded emulator answers instead.
    var ours: ExchangeAnswer?
    /// True where Google's emulator writes the fields of documents in no order that one could tell beforehand.
    var isFieldOrderFree = false

    /// The answer that a server is to give, or nil.
    func expectation(ofGoogles isGoogles: Bool) -> ExchangeAnswer? {
        if !isGoogles, let ours { return ours }
        return if case .answer(let answer) = google { answer } else { nil }
    }

    /// Compares an answer with the one expected.
    func matches(_ answer: ExchangeAnswer, _ expected: ExchangeAnswer) -> Bool {
        if answer == expected { return true }
        return isFieldOrderFree && answer.status == expected.status
            && answer.body.utf8.count == expected.body.utf8.count
            && JSON.sorted(answer.body) == JSON.sorted(expected.body)
    }
}

extension JSON {
    /// A text read as JSON, with the members of each object in the order of their names; nil when it is none.
    static func sorted(_ text: String) -> JSON? {
        (try? JSONParser.parse(Array(text.utf8)))?.sorted
    }

    private var sorted: JSON {
        switch self {
        case .null, .boolean, .number, .string: self
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let members):
            .object(members.sorted { $0.name < $1.name }.map { JSON.Member($0.name, $0.value.sorted) })
        }
    }
}
