/// A text that nobody is to see: neither printing nor dumping it, nor what holds it, shows it.
struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let text: String

    init(_ text: String) { self.text = text }

    var description: String { "(secret)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
