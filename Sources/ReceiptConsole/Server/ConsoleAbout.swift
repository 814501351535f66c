/// What a page has to know before anything else.
struct ConsoleAbout: Encodable, Sendable {
    let project: String
    let database: String
    let server: String
    let isEmulator: Bool
    /// Whether the page is told of changes; else it has to look.
    let pushesChanges: Bool
    let hasWorker: Bool
    let schema: String
    let schemas: [String]
}
