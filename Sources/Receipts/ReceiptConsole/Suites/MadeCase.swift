/// A case for a suite, for a page.
struct MadeCase: Encodable, Sendable {
    let name: String
    /// The case in YAML, as an element of a suite's list.
    let text: String
    /// The suites that it can be added to.
    let files: [String]
}
