/// The answer to a request.
enum SuiteAnswer: Sendable, Equatable {
    case allowed
    case denied(String)
    /// Neither: the request itself is wrong.
    case refused(String)
}

extension SuiteExpectation {
    /// What is wrong with an answer; nil if it is the expected one.
    func failure(for answer: SuiteAnswer) -> CaseFailure? {
        switch (self, answer) {
        case (.allowed, .allowed), (.denied(nil), .denied): return nil
        case (.denied(let text?), .denied(let message)):
            if message.contains(text) { return nil }
            return CaseFailure(
                expected: description, actual: "denied, with another text", message: message.trimmed)
        case (_, .allowed): return CaseFailure(expected: description, actual: "allowed")
        case (_, .denied(let message)):
            return CaseFailure(expected: description, actual: "denied", message: message.trimmed)
        case (_, .refused(let message)):
            return CaseFailure(
                expected: description, actual: "refused by the server", message: message.trimmed)
        }
    }

    package var description: String {
        switch self {
        case .allowed: "allowed"
        case .denied(nil): "denied"
        case .denied(let text?): "denied with \"\(text)\""
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
