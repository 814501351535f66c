import RulesTesting

/// The language of some rules files.
enum RulesLanguage {
    case firestore, database

    /// The language that all of some files are in, by their names. Standard input has that of the others.
    ///
    /// - Throws: ``CommandFailure`` if there are files in both languages.
    init(of paths: [String]) throws(CommandFailure) {
        let named = paths.filter { $0 != "-" }
        let database = named.first(where: TestedRules.areOfDatabase)
        let firestore = named.first { !TestedRules.areOfDatabase($0) }
        if let database, let firestore {
            throw CommandFailure(
                .wrongUsage,
                "\(database) has rules for the Realtime Database, and \(firestore) does not; pass rules in one language"
            )
        }
        self = database == nil ? .firestore : .database
    }
}
