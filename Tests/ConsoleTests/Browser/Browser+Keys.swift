import JSONText
import TestSupport

extension Browser {
    /// Presses keys one after the other, wherever the focus is.
    func press(_ keys: Key...) async throws(WebDriverError) { try await press(keys) }

    /// Types a text, wherever the focus is.
    func type(_ text: String) async throws(WebDriverError) {
        // chromedriver does not accept several scalars as one key, so they are typed one after the other.
        try await press(text.unicodeScalars.map { Key(Character($0)) })
    }

    private func press(_ keys: [Key]) async throws(WebDriverError) {
        let strokes = keys.flatMap { [stroke("keyDown", $0), stroke("keyUp", $0)] }
        try await session.post(
            "actions", ["actions": [["type": "key", "id": "keyboard", "actions": .array(strokes)]]])
    }

    private func stroke(_ direction: JSON, _ key: Key) -> JSON {
        ["type": direction, "value": .string(String(key.character))]
    }
}
