import FirestoreREST
import TestSupport

/// An element of the page that is open; one that has left it answers with `stale element reference`.
struct Element: Sendable {
    /// Where an element is on the page, in pixels.
    struct Rectangle: Sendable, Equatable {
        let x, y, width, height: Double
    }

    private let session: WebDriverSession
    private let id: String

    /// An element by what chromedriver, or a script's result, calls it.
    init(_ session: WebDriverSession, _ reference: JSON) throws(WebDriverError) {
        guard let id = reference[Element.key]?.string else {
            throw WebDriverError("no such element", "this is none: \(reference.compactText)")
        }
        self.session = session
        self.id = id
    }

    /// All elements of a list.
    static func list(_ session: WebDriverSession, _ references: JSON) throws(WebDriverError) -> [Element] {
        try (references.array ?? []).map { (reference) throws(WebDriverError) in
            try Element(session, reference)
        }
    }

    /// The element as an argument of a script.
    var reference: JSON { [Element.key: .string(id)] }

    /// Scrolls the element into view and clicks its middle; throws `element click intercepted` when something covers it.
    func click() async throws(WebDriverError) { try await post("click") }

    /// Focuses the element and types after what is there.
    func type(_ text: String) async throws(WebDriverError) {
        try await post("value", ["text": .string(text)])
    }

    /// Focuses the element and presses keys.
    func press(_ keys: Key...) async throws(WebDriverError) { try await type(String(keys.map(\.character))) }

    /// Empties a field.
    func clear() async throws(WebDriverError) { try await post("clear") }

    /// The text as it is shown.
    var text: String {
        get async throws(WebDriverError) { try await get("text").string ?? "" }
    }

    /// True when a person would see the element.
    var isDisplayed: Bool {
        get async throws(WebDriverError) { try await get("displayed") == true }
    }

    /// False for a control that is disabled.
    var isEnabled: Bool {
        get async throws(WebDriverError) { try await get("enabled") == true }
    }

    /// The name that a screen reader says.
    var accessibleName: String {
        get async throws(WebDriverError) { try await get("computedlabel").string ?? "" }
    }

    /// The role that a screen reader says: `button`, `dialog`, `textbox`.
    var role: String {
        get async throws(WebDriverError) { try await get("computedrole").string ?? "" }
    }

    /// Where the element is.
    var rectangle: Rectangle {
        get async throws(WebDriverError) {
            let answer = try await get("rect")
            func number(_ name: String) -> Double {
                if case .number(let digits) = answer[name] { Double(digits) ?? .nan } else { .nan }
            }
            return Rectangle(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
        }
    }

    /// The value of an attribute as the page has it; nil when it has none, `"true"` for one without a value.
    func attribute(_ name: String) async throws(WebDriverError) -> String? {
        try await get("attribute/\(name)").string
    }

    /// The value of a property, such as `value` or `checked`.
    func property(_ name: String) async throws(WebDriverError) -> JSON { try await get("property/\(name)") }

    /// The value of a property of CSS in the end, such as `color`.
    func style(_ name: String) async throws(WebDriverError) -> String {
        try await get("css/\(name)").string ?? ""
    }

    /// The first element within this one that matches; throws `no such element` when there is none.
    func find(_ css: String) async throws(WebDriverError) -> Element {
        let found = try await post("element", ["using": "css selector", "value": .string(css)])
        return try Element(session, found)
    }

    /// All elements within this one that match, in the order of the page.
    func findAll(_ css: String) async throws(WebDriverError) -> [Element] {
        let found = try await post("elements", ["using": "css selector", "value": .string(css)])
        return try Element.list(session, found)
    }

    private func get(_ name: String) async throws(WebDriverError) -> JSON {
        try await session.get("element/\(id)/\(name)")
    }

    @discardableResult
    private func post(_ name: String, _ parameters: JSON = [:]) async throws(WebDriverError) -> JSON {
        try await session.post("element/\(id)/\(name)", parameters)
    }

    /// What the WebDriver standard names a reference.
    private static let key = "element-6066-11e4-a52e-4f735466cecf"
}
