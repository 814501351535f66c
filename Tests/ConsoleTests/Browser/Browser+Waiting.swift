import JSONText
import TestSupport

extension Browser {
    /// How long to wait for something that should appear soon. It is generous, for machines with few cores.
    static let patience = Duration.seconds(20)

    /// Waits until a matching element is visible, and returns the first one.
    ///
    /// - Parameters:
    ///   - css: The selector.
    ///   - text: A text that the element must contain; nil for any.
    ///   - limit: How long to wait.
    /// - Throws: A `timeout` that names what was missing, with the text of the page.
    @discardableResult
    func wait(
        for css: String, containing text: String? = nil, atMost limit: Duration = patience
    ) async throws(WebDriverError) -> Element {
        let what = "nothing shown matches \(css)" + (text.map { " and contains \"\($0)\"" } ?? "")
        return try await poll(what, limit) { () async throws(WebDriverError) -> Element? in
            let found = try await shown(css, text)
            if found.isNull { return nil }
            return try Element(session, found) { () async throws(WebDriverError) in
                try await wait(for: css, containing: text, atMost: limit)
            }
        }
    }

    /// Waits until no matching element is visible.
    func waitUntilGone(
        _ css: String, containing text: String? = nil, atMost limit: Duration = patience
    ) async throws(WebDriverError) {
        let what = "still shown is \(css)" + (text.map { " that contains \"\($0)\"" } ?? "")
        try await poll(what, limit) { () async throws(WebDriverError) -> Void? in
            try await shown(css, text).isNull ? () : nil
        }
    }

    /// Waits until a JavaScript expression is true. Errors count as false.
    func wait(until condition: String, atMost limit: Duration = patience) async throws(WebDriverError) {
        try await poll("not true is \(condition)", limit) { () async throws(WebDriverError) -> Void? in
            try await execute("return Boolean(\(condition))") == true ? () : nil
        }
    }

    private func shown(_ css: String, _ text: String?) async throws(WebDriverError) -> JSON {
        try await execute(
            """
            const [css, text] = arguments;
            const isShown = (element) => element.checkVisibility({ visibilityProperty: true })
                && (text === null || (element.innerText ?? element.textContent).includes(text));
            return [...document.querySelectorAll(css)].find(isShown) ?? null;
            """, .string(css), text.map { .string($0) } ?? .null)
    }

    /// Repeats a question until there is an answer. Errors of scripts count as none, because the page may not be ready, and so does an element that is
    /// replaced while it is found.
    @discardableResult
    private func poll<Answer>(
        _ what: String, _ limit: Duration, _ ask: () async throws(WebDriverError) -> Answer?
    ) async throws(WebDriverError) -> Answer {
        let end = ContinuousClock.now + limit
        var trouble = ""
        while true {
            do throws(WebDriverError) {
                if let answer = try await ask() { return answer }
                trouble = ""
            } catch {
                guard ["javascript error", "stale element reference"].contains(error.code) else {
                    throw error
                }
                trouble = " (\(error.message))"
            }
            guard ContinuousClock.now < end else { break }
            // The browser is another process, so this waits in real time.
            do { try await Task.sleep(for: .milliseconds(40)) } catch {
                throw WebDriverError("cancelled", "while \(what)")
            }
        }
        throw WebDriverError("timeout", "after \(limit) \(what)\(trouble); \(await excerpt())")
    }

    /// The browser's address and the beginning of the page's text, for an error.
    private func excerpt() async -> String {
        let script = "return [location.href, document.body?.innerText ?? '']"
        guard let answer = try? await execute(script), let parts = answer.array, parts.count == 2 else {
            return "the page does not answer"
        }
        let words = (parts[1].string ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let text = words.count > 400 ? words.prefix(400) + "…" : words[...]
        return "\(parts[0].string ?? "") says \"\(text)\""
    }
}
