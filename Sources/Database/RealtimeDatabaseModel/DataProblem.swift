/// Why the Realtime Database refuses data, a path or a query.
package struct DataProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// The problem and its place, in a few words.
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    package var description: String { reason }

    /// The beginning of a text, for messages.
    package static func short(_ text: String) -> String {
        text.count > 60 ? "\(text.prefix(60))…" : text
    }
}
