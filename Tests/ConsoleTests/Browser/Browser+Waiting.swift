import JSONText
import TestSupport

extension Browser {
    /// How long to wait for what should be there soon: it ends only what would never come, also where cores are few.
    static let patience = Duration.seconds(20)

    /// Waits until an element that matches is shown, and returns the first one.
    ///
    /// - Parameters:
    ///   - css: What the element matches.
    ///   - text: What is to be read in it; nil for anything.
    ///   - limit: How long to wait.
    /// - Throws: A `timeout` that says what was not there, and what the page says in its place.
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

    /// Waits until no element that matches is shown any more.
    func waitUntilGone(
        _ css: String, containing text: String? = nil, atMost limit: Duration = patience
    ) async throws(WebDriverError) {
        let what = "still shown is \(css)" + (text.map { " that contains \"\($0)\"" } ?? "")
        try await poll(what, limit) { () async throws(WebDriverError) -> Void? in
            try await shown(css, text).isNull ? () : nil
        }
    }

    /// Waits until an expression of JavaScript is true; one that throws is not.
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

    /// Asks until there is an answer; what a script throws counts as none, for it may be there too early.
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
                guard error.code == "javascript error" else { throw error }
                trouble = " (\(error.message))"
            }
            guard ContinuousClock.now < end else { break }
            // The browser is another process: only real time brings it on.
            do { try await Task.sleep(for: .milliseconds(40)) } catch {
                throw WebDriverError("cancelled", "while \(what)")
            }
        }
        throw WebDriverError("timeout", "after \(limit) \(what)\(trouble); \(await excerpt())")
    }

    /// Where the browser is, and the beginning of what the page says, for an error.
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
