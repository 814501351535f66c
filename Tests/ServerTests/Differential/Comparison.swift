import HTTPTypes
import JSONText

/// Has the same conversation with both emulators, each time about a new project.
struct Comparison {
    /// An answer that the two give differently.
    struct Difference: CustomStringConvertible {
        /// What was asked, up to the request that is answered differently.
        let requests: ArraySlice<ExchangeRequest>
        let ours: ExchangeAnswer
        let googles: ExchangeAnswer

        /// Without the requests before the one that is answered differently.
        var ofLastRequest: Difference {
            Difference(requests: requests.suffix(1), ours: ours, googles: googles)
        }

        var description: String {
            let asked = requests.map {
                "\($0.label ?? "-"): \($0.method.rawValue) \($0.target) \($0.bodyText)"
            }
            return """
                \(asked.joined(separator: "\n"))
                embedded: \(ours.status)
                \(ours.body)
                Google's: \(googles.status)
                \(googles.body)
                """
        }
    }

    /// The address of Google's emulator.
    let address: String

    /// The first answer that differs in a way that is not listed.
    func difference(in requests: [ExchangeRequest]) async throws -> Difference? {
        var (ours, googles) = (Conversation(), try Conversation(withGoogles: address))
        // What is listed as different is left out, also of the numbering of times.
        var listed: Set<Int> = []
        for (index, request) in requests.enumerated() {
            try await ours.ask(request)
            try await googles.ask(request)
            guard let mine = ours.answers.last, let theirs = googles.answers.last else { break }
            guard mine != theirs, let difference = ListedDifference(of: request, mine, theirs) else {
                if theirs == .missing { break }
                continue
            }
            listed.insert(index)
            // From here on the two databases need not be the same any more.
            if mine.status != theirs.status || difference == .batchWriteTimes { break }
        }
        try? await googles.end()
        let pairs = zip(ours.maskedAnswers(leavingOut: listed), googles.maskedAnswers(leavingOut: listed))
        for (index, (ours, googles)) in pairs.enumerated() {
            if Comparison.areAlike(ours, googles) {
                // Each server makes up an id of its own, and sorts by it from here on.
                if ours.body.contains("/{{id ") { break }
                continue
            }
            if ListedDifference(of: requests[index], ours, googles) != nil { continue }
            if Comparison.areDecidedAlike(ours, googles, documents: requests[index].documentCount) {
                continue
            }
            return Difference(requests: requests.prefix(index + 1), ours: ours, googles: googles)
        }
        return nil
    }

    /// True for equal answers, whatever the order of the fields, which neither emulator promises.
    private static func areAlike(_ ours: ExchangeAnswer, _ googles: ExchangeAnswer) -> Bool {
        if ours == googles { return true }
        return ours.status == googles.status && ours.body.utf8.count == googles.body.utf8.count
            && JSON.sorted(ours.body) == JSON.sorted(googles.body)
    }

    /// True for two denials about several documents that differ in nothing but what comes in no order.
    private static func areDecidedAlike(
        _ ours: ExchangeAnswer, _ googles: ExchangeAnswer, documents: Int
    ) -> Bool {
        guard documents > 1, ours.status == googles.status, ours.status.hasPrefix("403") else { return false }
        return DecisionOrder.settled(ours.body) == DecisionOrder.settled(googles.body)
            || DecisionOrder.areAlikeAtFirst(ours.body, googles.body, documents: documents)
    }
}
