import PrintableText
import RealtimeDatabaseRules
import RulesCore
import RulesTesting

extension RulesSearch {
    /// Reads rules for the Realtime Database.
    ///
    /// - Throws: ``CommandFailure`` if they cannot be read or used.
    static func databaseRules(_ path: String, in context: CommandContext) async throws -> DatabaseRuleset {
        let text = try await InputFile.text(path, as: "rules", in: context)
        do throws(RulesRefusal) {
            return try DatabaseRuleset(text, name: path)
        } catch {
            context.console.err(error.description.printableLines)
            throw CommandFailure(.wrongUsage, "\(path) cannot be used")
        }
    }

    /// Refuses to write what is to be proven: solvers are asked about Firestore's rules alone.
    func refuseProofFile() throws(CommandFailure) {
        if options.proofOut != nil {
            throw CommandFailure(.wrongUsage, "--proof-out is for Firestore's rules")
        }
    }
}
