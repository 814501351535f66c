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

    /// Drags an element to a place in the window, in pixels.
    func drag(_ css: String, to place: (x: Int, y: Int)) async throws(WebDriverError) {
        let rect = try await execute(
            """
            const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
            """, .string(css))
        func move(_ x: JSON, _ y: JSON) -> JSON {
            ["type": "pointerMove", "duration": 0, "x": x, "y": y, "origin": "viewport"]
        }
        let (x, y) = (rect.array?.first ?? 0, rect.array?.last ?? 0)
        let steps: [JSON] = [
            move(x, y), ["type": "pointerDown", "button": 0],
            move(.number("\(place.x)"), .number("\(place.y)")),
            ["type": "pointerUp", "button": 0],
        ]
        try await session.post(
            "actions", ["actions": [["type": "pointer", "id": "mouse", "actions": .array(steps)]]])
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
