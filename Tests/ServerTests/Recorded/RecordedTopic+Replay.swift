import HTTPTypes
import TestSupport

/// Having a topic's conversation with a server.
extension RecordedTopic {
    /// An exchange that a server does not answer as recorded.
    struct Mismatch: CustomStringConvertible {
        let number: Int
        let exchange: RecordedExchange
        let expected: ExchangeAnswer
        let answered: ExchangeAnswer

        /// True when nothing but the numbers of masked times and ids differ.
        var isOfNumbersOnly: Bool {
            func unnumbered(_ answer: ExchangeAnswer) -> String { answer.body.filter { !$0.isNumber } }
            return expected.status == answered.status && unnumbered(expected) == unnumbered(answered)
        }

        var description: String {
            """
            exchange \(number)\(exchange.title.map { ", " + $0 } ?? "")
            \(exchange.request.method.rawValue) \(exchange.request.target)
            \(exchange.request.bodyText.prefix(2000))
            expected \(expected.status)
            \(expected.body)
            answered \(answered.status)
            \(answered.body)
            """
        }
    }

    /// Sends all requests; the answers stand beside the exchanges, nil where the server is not asked.
    private func answers(of server: Conversation, isGoogles: Bool) async throws -> [ExchangeAnswer?] {
        var server = server
        for (number, exchange) in zip(1..., exchanges) where !isGoogles || exchange.google != .never {
            do {
                try await server.ask(exchange.request)
            } catch {
                throw Mistake(description: "exchange \(number), \(exchange.request.target): \(error)")
            }
        }
        var answers = server.maskedAnswers()[...]
        return exchanges.map { !isGoogles || $0.google != .never ? answers.popFirst() : nil }
    }

    /// Where the embedded emulator, or Google's at an address, answers otherwise.
    func mismatches(withGoogles address: String?) async throws -> [Mismatch] {
        let server = try address.map { try Conversation(withGoogles: $0) } ?? Conversation()
        let answers = try await answers(of: server, isGoogles: address != nil)
        return zip(1..., zip(exchanges, answers)).compactMap { number, pair in
            let (exchange, answer) = pair
            guard let answer, let expected = exchange.expectation(ofGoogles: address != nil),
                !exchange.matches(answer, expected)
            else { return nil }
            return Mismatch(number: number, exchange: exchange, expected: expected, answered: answer)
        }
    }

    /// The topic with the answers that Google's emulator, and where they differ the embedded one, gives now.
    func recorded(withGoogles address: String) async throws -> RecordedTopic {
        let googles = try await answers(of: Conversation(withGoogles: address), isGoogles: true)
        let ours = try await answers(of: Conversation(), isGoogles: false)
        var topic = self
        for index in exchanges.indices {
            if let answer = googles[index] { topic.exchanges[index].google = .answer(answer) }
            topic.exchanges[index].ours = exchanges[index].difference == nil ? nil : ours[index]
        }
        return topic
    }
}
