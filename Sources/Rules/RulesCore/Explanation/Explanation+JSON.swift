package import JSONText

extension Explanation {
    /// The explanation as JSON.
    public var json: String {
        var writer = JSONWriter(.pretty)
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Writes the explanation as an object.
    package func write(to writer: inout JSONWriter) {
        writer.object { members(&$0) }
    }

    /// Writes the members of the object.
    package func members(_ writer: inout JSONWriter) {
        writer.member("allowed") { $0.boolean(isAllowed) }
        writer.member("headline") { $0.string(headline) }
        writer.member("user") { writer in
            if let user { writer.string(user) } else { writer.null() }
        }
        writer.member("operations") { writer in
            writer.array(operations) { $1.write(to: &$0) }
        }
        if operationCount > 1 {
            writer.member("firstOperation") { $0.integer(firstOperation) }
            writer.member("operationCount") { $0.integer(operationCount) }
        }
        writer.member("reason") { $0.string(reason) }
        if let deciding {
            writer.member("deciding") { writer in
                writer.object { writer in
                    writer.member("attempt") { $0.integer(deciding.attempt) }
                    writer.member("expression") { $0.string(deciding.expression) }
                    writer.member("sourcePosition") { $0.position(deciding.range) }
                }
            }
        }
        writer.member("attempts") { writer in
            writer.array(attempts.enumerated()) { writer, attempt in
                attempt.element.write(to: &writer, decides: attempt.offset == deciding?.attempt)
            }
        }
        if !notes.isEmpty { writer.member("notes") { $0.array(notes) { $0.string($1) } } }
    }
}

extension Explanation.Operation {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("method") { $0.string(method) }
            writer.member("target") { $0.string(target) }
        }
    }
}

extension Explanation.Attempt {
    fileprivate func write(to writer: inout JSONWriter, decides: Bool) {
        writer.object { writer in
            writer.member("method") { $0.string(operation.method) }
            writer.member("target") { $0.string(operation.target) }
            writer.member("match") { $0.string(match) }
            writer.member("sourcePosition") { $0.position(range, file: file) }
            writer.member("condition") { $0.string(condition) }
            result.write(to: &writer)
            if let finding { writer.member("finding") { finding.write(to: &$0, leads: decides) } }
        }
    }
}

extension Explanation.Finding {
    /// - Parameter leads: Whether this is, or leads to, the one expression that decided.
    fileprivate func write(to writer: inout JSONWriter, leads: Bool) {
        writer.object { writer in
            writer.member("expression") { $0.string(expression) }
            writer.member("sourcePosition") { $0.position(range) }
            result.write(to: &writer)
            if leads, decidingCause == nil { writer.member("decides") { $0.boolean(true) } }
            if !values.isEmpty {
                writer.member("values") { writer in
                    writer.array(values) { writer, named in
                        writer.object { writer in
                            writer.member("name") { $0.string(named.name) }
                            writer.member("value") { $0.string(named.value) }
                        }
                    }
                }
            }
            if !notes.isEmpty { writer.member("notes") { $0.array(notes) { $0.string($1) } } }
            if !causes.isEmpty {
                writer.member("causes") { writer in
                    writer.array(causes.enumerated()) { writer, cause in
                        cause.element.write(to: &writer, leads: leads && cause.offset == decidingCause)
                    }
                }
            }
        }
    }
}

extension Explanation.Result {
    /// Writes the result as a member.
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .value(let text): writer.member("value") { $0.string(text) }
        case .error(let message): writer.member("error") { $0.string(message) }
        case .unknown: writer.member("unknown") { $0.boolean(true) }
        case .budgetExceeded: writer.member("budgetExceeded") { $0.boolean(true) }
        }
    }
}
