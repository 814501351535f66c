package import JSONText

/// Results as JSON objects, one for each case.
package struct JSONReport {
    package static func objects(_ results: [CaseResult]) -> [JSON] {
        results.map { result in
            var members = [
                JSON.Member("suite", .string(result.suite)), JSON.Member("case", .string(result.name)),
                JSON.Member("file", .string(result.file)),
            ]
            if let line = result.line { members.append(JSON.Member("line", .number(String(line)))) }
            members.append(JSON.Member("passed", .boolean(result.failure == nil)))
            if let failure = result.failure {
                if let step = failure.step { members.append(JSON.Member("step", .string(step))) }
                members.append(JSON.Member("expected", .string(failure.expected)))
                members.append(JSON.Member("actual", .string(failure.actual)))
                if let message = failure.message { members.append(JSON.Member("message", .string(message))) }
                if let text = failure.explanation {
                    members.append(JSON.Member("explanation", .string(text)))
                }
            }
            return .object(members)
        }
    }
}
