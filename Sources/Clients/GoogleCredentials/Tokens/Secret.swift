/// A secret text. Printing or dumping it, or a value that contains it, does not show it.
struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let text: String

    init(_ text: String) { self.text = text }

    var description: String { "(secret)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension String {
    /// The text with secrets replaced.
    func redacting(_ secrets: [Secret]) -> String {
        secrets.reduce(self) { text, secret in
            secret.text.isEmpty ? text : text.replacing(secret.text, with: "(secret)")
        }
    }
}
