import FirestoreREST
import HTTPTypes

/// Has the same conversation with both emulators, each time about a new project.
struct Comparison {
    /// An answer that the two give differently.
    struct Difference: CustomStringConvertible {
        /// What was asked, up to the request that is answered differently.
        let requests: ArraySlice<ExchangeRequest>
        let ours: ExchangeAnswer
        let googles: ExchangeAnswer

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
        for request in requests {
            try await ours.ask(request)
            try await googles.ask(request)
            // From here on the two databases need not be the same any more.
            guard let last = googles.answers.last, last != .missing,
                !last.body.contains("Transaction lock timeout.")
            else { break }
        }
        // What is listed as different is left out, also of the numbering of times.
        let listed = Set(
            zip(ours.answers, googles.answers).enumerated()
                .filter { Comparison.listedDifference($1.0, $1.1) != nil }.map(\.offset))
        let pairs = zip(ours.maskedAnswers(leavingOut: listed), googles.maskedAnswers(leavingOut: listed))
        for (index, (ours, googles)) in pairs.enumerated() {
            if Comparison.areAlike(ours, googles) { continue }
            if requests[index].isAboutSeveral, Comparison.areDecidedAlike(ours, googles) { continue }
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

    /// True for two denials that differ in nothing but what comes in no order.
    private static func areDecidedAlike(_ ours: ExchangeAnswer, _ googles: ExchangeAnswer) -> Bool {
        ours.status == googles.status && ours.status.hasPrefix("403")
            && DecisionOrder.settled(ours.body) == DecisionOrder.settled(googles.body)
    }

    /// What explains that two answers are not the same.
    static func listedDifference(_ ours: ExchangeAnswer, _ googles: ExchangeAnswer) -> ListedDifference? {
        if googles.body.contains("Firestore does not support descending key scans") {
            return .descendingNames
        }
        if googles.body.contains("Transaction lock timeout.") { return .transactionConflicts }
        return nil
    }
}
