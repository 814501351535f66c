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

    /// Presses a key while another one is held.
    func press(_ key: Key, holding modifier: Key) async throws(WebDriverError) {
        try await perform([
            stroke("keyDown", modifier), stroke("keyDown", key), stroke("keyUp", key),
            stroke("keyUp", modifier),
        ])
    }

    private func press(_ keys: [Key]) async throws(WebDriverError) {
        try await perform(keys.flatMap { [stroke("keyDown", $0), stroke("keyUp", $0)] })
    }

    private func perform(_ strokes: [JSON]) async throws(WebDriverError) {
        try await session.post(
            "actions", ["actions": [["type": "key", "id": "keyboard", "actions": .array(strokes)]]])
    }

    private func stroke(_ direction: JSON, _ key: Key) -> JSON {
        ["type": direction, "value": .string(String(key.character))]
    }
}
