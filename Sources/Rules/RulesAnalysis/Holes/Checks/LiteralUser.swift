import FirestoreModel
import FirestoreRules
import PrintableText

/// A user with rights because the rules name their id.
struct LiteralUser {
    let subject: HoleSubject

    var hole: Hole? {
        let literals = subject.literals
        func isByLiteral(_ scenario: Scenario) -> Bool {
            guard let user = scenario.request.user else { return false }
            guard literals.contains(user.uid), user.claims.isEmpty, !scenario.mentions(user.uid) else {
                return false
            }
            // Another user does not get the same by putting their own id wherever this one writes theirs.
            return !subject.isAllowed(Renaming(user.uid, "zoe").applied(to: scenario))
        }
        guard let found = subject.smallest(subject.allowed, where: isByLiteral),
            let uid = found.request.user?.uid
        else { return nil }
        // Once for each place where the id stands, however many statements ask there.
        let place = subject.rules.syntax.allExpressions.first { $0.text == uid }?.range
        return subject.hole(
            .literalUser, .warning,
            "the rules themselves name the user \(uid.printable(limit: 60)), whose rights survive every change of role: \(found.sentence)",
            found, at: place)
    }
}
