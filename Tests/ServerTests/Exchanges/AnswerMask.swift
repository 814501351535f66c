import EmulatorAccess
import FirestoreEmulator
import FirestoreModel

/// Names for what a server makes up, so that the answers of two runs, or of two servers, can be compared as texts.
///
/// Times are numbered from the earliest to the latest of all answers, `{{time 1}}`, `{{time 2}}`, ...: the numbers agree
/// when the same times are equal and they come in the same order. `{{micros 2}}` is the second time in microseconds, as
/// messages have it. Transactions and generated ids are numbered as they turn up. Page tokens have no number: which lists
/// share one is not told to clients.
enum AnswerMask {
    /// Masks the answers of one conversation, which belong together.
    ///
    /// - Parameters:
    ///   - answers: The answers, in order.
    ///   - project: The project's id, to be replaced.
    ///   - name: What to write in its place; of the same length, since some messages count characters.
    static func masked(_ answers: [ExchangeAnswer], project: String, as name: String) -> [ExchangeAnswer] {
        var names = Names(now: EmulatorClock.system.now().microseconds)
        let pieces = answers.map { Piece.all(in: $0.body.replacing(project, with: name)) }
        for piece in pieces.joined() { names.collect(piece) }
        names.numberTimes()
        return zip(answers, pieces).map { answer, pieces in
            let body = pieces.map { names.masked($0) }.joined(separator: "\"")
            return ExchangeAnswer(status: answer.status, body: body)
        }
    }

    /// A stretch of a text between two quotation marks, which in JSON is a string, or what stands between two.
    private struct Piece {
        let text: Substring
        /// The name of the member whose value this is.
        let member: Substring?

        static func all(in text: String) -> [Piece] {
            let texts = text.split(separator: "\"", omittingEmptySubsequences: false)
            return texts.enumerated().map { index, text in
                let isValue = index >= 2 && (texts[index - 1] == ": " || texts[index - 1] == ":")
                return Piece(text: text, member: isValue ? texts[index - 2] : nil)
            }
        }
    }

    private struct Names {
        let now: Int64
        private var times: Set<Int64> = []
        private var numbers: [Int64: Int] = [:]
        private var others: [String: [Substring: Int]] = [:]

        init(now: Int64) { self.now = now }

        mutating func collect(_ piece: Piece) {
            if let time = time(piece) { times.insert(time) }
            for (time, _) in micros(piece) { times.insert(time) }
            guard let (kind, text) = other(piece), others[kind]?[text] == nil else { return }
            others[kind, default: [:]][text] = others[kind, default: [:]].count + 1
        }

        mutating func numberTimes() {
            for (index, time) in times.sorted().enumerated() { numbers[time] = index + 1 }
        }

        func masked(_ piece: Piece) -> String {
            if let time = time(piece) { return "{{time \(numbers[time] ?? 0)}}" }
            guard let (kind, text) = other(piece) else {
                return micros(piece).reduce(String(piece.text)) { text, micros in
                    text.replacing(micros.digits, with: "{{micros \(numbers[micros.time] ?? 0)}}")
                }
            }
            let number = kind == "token" ? "" : " \(others[kind]?[text] ?? 0)"
            return piece.text.dropLast(text.count) + "{{\(kind)\(number)}}"
        }

        /// The time that a piece is, if it is one of the last day: others were sent by the test.
        private func time(_ piece: Piece) -> Int64? {
            guard piece.text.utf8.last == UInt8(ascii: "Z"), (20...27).contains(piece.text.utf8.count),
                let time = Timestamp(rfc3339: String(piece.text))?.microseconds, isOfToday(time)
            else { return nil }
            return time
        }

        /// The times in microseconds in a message like `the stored version (1763725976006293) does not match ...`.
        private func micros(_ piece: Piece) -> [(time: Int64, digits: Substring)] {
            guard piece.member == "message" else { return [] }
            return piece.text.split { !$0.isNumber }.compactMap { digits in
                Int64(digits).flatMap { isOfToday($0) ? ($0, digits) : nil }
            }
        }

        private func isOfToday(_ time: Int64) -> Bool { (time - now).magnitude < 86_400_000_000 }

        /// Something else that was made up: its kind, and its text at the end of the piece.
        private func other(_ piece: Piece) -> (kind: String, text: Substring)? {
            switch piece.member {
            case "transaction": return ("transaction", piece.text)
            case "nextPageToken": return ("token", piece.text)
            case "name":
                let id = piece.text.suffix(while: { $0 != "/" })
                let isMadeUp =
                    id.utf8.count == 20 && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
                return isMadeUp ? ("id", id) : nil
            default: return nil
            }
        }
    }
}

extension Substring {
    /// The longest end whose characters all satisfy a condition.
    fileprivate func suffix(while condition: (Character) -> Bool) -> Substring {
        suffix(reversed().prefix(while: condition).count)
    }
}
