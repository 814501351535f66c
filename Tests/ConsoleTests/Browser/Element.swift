import JSONText
import TestSupport

/// An element of the open page. If it was removed, calls fail with `stale element reference`, unless it can be found again.
struct Element: Sendable {
    private let session: any BrowserSession
    private let id: String
    private let find: Search?

    /// Finds the element in a page.
    typealias Search = @Sendable () async throws(WebDriverError) -> Element

    /// An element by its id in the browser's answer or in a script's result.
    ///
    /// - Parameter find: Finds it again if the page was redrawn before the click, which people do not notice either.
    init(_ session: any BrowserSession, _ reference: JSON, find: Search? = nil) throws(WebDriverError) {
        guard let id = reference[Element.key]?.string else {
            throw WebDriverError("no such element", "this is none: \(reference.compactText)")
        }
        self.session = session
        self.id = id
        self.find = find
    }

    /// All elements of a list.
    static func list(_ session: any BrowserSession, _ references: JSON) throws(WebDriverError) -> [Element] {
        try (references.array ?? []).map { (reference) throws(WebDriverError) in
            try Element(session, reference)
        }
    }

    /// Scrolls the element into view and clicks its center; throws `element click intercepted` if something covers it.
    func click() async throws(WebDriverError) { try await act("click") }

    /// Focuses the element and appends text.
    func type(_ text: String) async throws(WebDriverError) {
        try await act("value", ["text": .string(text)])
    }

    /// Clears a field.
    func clear() async throws(WebDriverError) { try await act("clear") }

    /// The accessible name, which a screen reader speaks.
    var accessibleName: String {
        get async throws(WebDriverError) { try await get("computedlabel").string ?? "" }
    }

    /// The visible text.
    var text: String {
        get async throws(WebDriverError) { try await get("text").string ?? "" }
    }

    /// The accessible role: `button`, `dialog`, `textbox`.
    var role: String {
        get async throws(WebDriverError) { try await get("computedrole").string ?? "" }
    }

    /// The value of an attribute in the page; nil if it is missing, `"true"` if it has no value.
    func attribute(_ name: String) async throws(WebDriverError) -> String? {
        try await get("attribute/\(name)").string
    }

    private func get(_ name: String) async throws(WebDriverError) -> JSON {
        try await session.get("element/\(id)/\(name)")
    }

    private func act(_ name: String, _ parameters: JSON = [:]) async throws(WebDriverError) {
        do throws(WebDriverError) {
            try await post(name, parameters)
        } catch {
            guard error.code == "stale element reference", let find else { throw error }
            try await find().post(name, parameters)
        }
    }

    private func post(_ name: String, _ parameters: JSON) async throws(WebDriverError) {
        try await session.post("element/\(id)/\(name)", parameters)
    }

    /// The key of an element reference in the WebDriver standard.
    private static let key = "element-6066-11e4-a52e-4f735466cecf"
}
