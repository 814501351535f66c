/// How listeners are answered that resume where they were.
public enum ResumeAnswer: String, Sendable, CaseIterable {
    /// The exact difference, including deleted documents.
    case exact
    /// What was added or changed, and a filter of the names that remain, as in production. Clients find out by it which documents are gone.
    case filters
    /// What was added or changed, and a wrong count, so that clients ask for everything again.
    case mismatches
    /// Everything, as Google's emulator does.
    case reset
}
