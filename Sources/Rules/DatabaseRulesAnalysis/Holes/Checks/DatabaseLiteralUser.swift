import AnalysisCore
import PrintableText
import RealtimeDatabaseModel
import RealtimeDatabaseRules

/// A user with rights because the rules name their id.
struct DatabaseLiteralUser {
    let subject: DatabaseHoleSubject

    var hole: DatabaseHole? {
        let literals = subject.vocabulary.strings
        func isByLiteral(_ scenario: DatabaseScenario) -> Bool {
            guard let user = scenario.user, literals.contains(user.uid), user.claims.isEmpty,
                !scenario.mentions(user.uid)
            else { return false }
            // Another user does not get the same by putting their own id wherever this one writes theirs.
            return !TextRenaming(user.uid, "zoe").applied(to: scenario).isAllowed(by: subject.rules.rules)
        }
        guard let found = subject.smallest(subject.allowed, where: isByLiteral), let uid = found.user?.uid
        else {
            return nil
        }
        return subject.hole(
            .literalUser, .warning,
            "the rules themselves name the user \(uid.printable(limit: 60)), whose rights survive every change of role: \(found.sentence)",
            found)
    }
}
