/// Why something is no data, path or query that the Realtime Database takes.
package struct DataProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong, and where, in a few words.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }

    /// The beginning of a text, for messages.
    package static func short(_ text: String) -> String {
        text.count > 60 ? "\(text.prefix(60))…" : text
    }
}
