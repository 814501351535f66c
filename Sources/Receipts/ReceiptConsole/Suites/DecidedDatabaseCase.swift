import DatabaseRulesAnalysis
import HTTPTypes
import RealtimeDatabase
import RealtimeDatabaseEmulator
import RealtimeDatabaseRules

/// Makes cases of suites from the requests that the rules of an emulated Realtime Database have decided.
struct DecidedDatabaseCase {
    let database: Database

    /// The case for a decision.
    ///
    /// - Throws: ``ConsoleFailure`` if the emulator no longer has the request, or if suites cannot send it.
    func make(of number: Int) async throws -> DecidedCase.Case {
        let requests = try await database.forward(
            .get, [".inspect", "requests"], parameters: [("number", "\(number)")])
        let rules = try await database.forward(.get, [".settings", "rules"], parameters: [])
        guard requests.head.status == .ok, rules.head.status == .ok,
            let found = try? RecordedDatabaseRequest.decode(requests.body).first,
            let ruleset = try? DatabaseRuleset(String(decoding: rules.body, as: UTF8.self))
        else {
            throw ConsoleFailure(
                .notFound,
                "the emulator no longer has the request of decision \(number), or it was too large to keep")
        }
        guard
            let made = DatabaseRequestCase(found.request, isAllowed: found.isAllowed, rules: ruleset)
        else { throw ConsoleFailure(.conflict, "suites have no words for this request") }
        return DecidedCase.Case(name: made.name, text: made.text)
    }
}
