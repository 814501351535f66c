package import CoreValues
package import JSONText
import PrintableText

/// A request and what it finds stored, as a search made them, in the forms in which they are shown.
package protocol ReportedScenario: Sendable {
    /// When the request is made.
    var time: Timestamp { get }
    /// Who does what, in words: `bob updates text of notes/n1`.
    var sentence: String { get }
    /// What is stored, by path.
    var stored: JSON { get }
    /// What is stored is called so: `documents`.
    static var storedTitle: String { get }
    /// Who asks, as suites write it.
    var requester: JSON { get }
    /// The members of a case of a suite that say what is asked for.
    var suiteOperation: [JSON.Member] { get }
    /// The request as an object: method, path, auth, time, and data or a query.
    var requestObject: JSON { get }
}

extension ReportedScenario {
    /// What is stored, and the request, indented.
    package var lines: [String] { storedLines + requestLines() }

    /// What is stored, indented.
    package var storedLines: [String] {
        guard case .object(let members) = stored, !members.isEmpty else {
            return ["  \(Self.storedTitle): none"]
        }
        return ["  \(Self.storedTitle):"]
            + members.map { member in
                let text = FlowText.text(of: member.value.shortened)
                return "    \(member.name.printable(limit: 200)): \(text.printable(limit: 600))"
            }
    }

    /// The request, indented.
    ///
    /// - Parameter number: Its place among several requests.
    package func requestLines(number: Int? = nil) -> [String] {
        let user = FlowText.text(of: requester).printable(limit: 300)
        return ["  request\(number.map { " \($0)" } ?? ""): as \(user)"]
            + suiteOperation.map { member in
                "    \(member.name): \(FlowText.text(of: member.value.shortened).printable(limit: 600))"
            }
    }

    /// A case of a suite that sends the request, after others that are allowed.
    package func suiteCase(_ name: String, after earlier: [Self] = [], isAllowed: Bool) -> JSON {
        var members = [JSON.Member("name", .string(name))]
        let given = (earlier.first ?? self).stored
        if case .object(let stored) = given, !stored.isEmpty { members.append(JSON.Member("given", given)) }
        let last = step(isAllowed: isAllowed)
        if earlier.isEmpty {
            members += last
        } else {
            let steps = earlier.map { JSON.object($0.step(isAllowed: true)) } + [.object(last)]
            members.append(JSON.Member("steps", .array(steps)))
        }
        return .object(members)
    }

    private func step(isAllowed: Bool) -> [JSON.Member] {
        [JSON.Member("as", requester)] + suiteOperation
            + [JSON.Member("expect", .string(isAllowed ? "allowed" : "denied"))]
    }
}
