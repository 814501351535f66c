package import JSONText
package import RulesCore

extension Explanation {
    /// The expression that decided, and why, indented.
    ///
    /// - Parameter title: What stands before the verdict, such as `now`.
    package func lines(titled title: String) -> [String] {
        let verdict = isAllowed ? "allowed" : "denied"
        guard let deciding else { return ["  \(title) \(verdict): \(reason)"] }
        return ["  \(title) \(verdict): \(summary)", "    \(deciding.expression)"]
    }

    /// The decision as an object: allowed, reason, at, expression.
    package var decisionObject: JSON {
        var members = [
            JSON.Member("allowed", .boolean(isAllowed)),
            JSON.Member("reason", .string(reason)),
        ]
        if let deciding, attempts.indices.contains(deciding.attempt) {
            let file = attempts[deciding.attempt].file
            members.append(JSON.Member("at", .string("\(file):\(deciding.range.start.line)")))
            members.append(JSON.Member("expression", .string(deciding.expression)))
        }
        return .object(members)
    }
}
