import FirestoreModel
import JSONText

/// Names for what a server makes up in the messages of a stream: `{{time 3}}` is the third of all times of documents and commits, from the
/// earliest to the latest. Tokens and the times of snapshots have no number: each server makes them in its own way.
struct StreamMask {
    private static let numbered: Set = ["createTime", "updateTime", "commitTime"]
    private static let tokens: Set = ["resumeToken", "streamToken"]

    private let project: String
    private var numbers: [String: Int] = [:]

    init(_ messages: [JSON], project: String) {
        self.project = project
        var times: [String: Timestamp] = [:]
        for message in messages { StreamMask.collect(message, &times) }
        let sorted = Set(times.values).sorted()
        for (text, time) in times { numbers[text] = (sorted.firstIndex(of: time) ?? 0) + 1 }
    }

    func masked(_ message: JSON) -> String {
        mask(message).compactText.replacing("projects/\(project)/", with: "projects/recorded/").replacing(
            "~\(project)", with: "~recorded")
    }

    private static func collect(_ json: JSON, _ times: inout [String: Timestamp]) {
        switch json {
        case .array(let elements): for element in elements { collect(element, &times) }
        case .object(let members):
            for member in members {
                if let text = member.value.string, numbered.contains(member.name) {
                    times[text] = Timestamp(rfc3339: text)
                }
                collect(member.value, &times)
            }
        case .null, .boolean, .number, .string: break
        }
    }

    /// Members are sorted by name, because each way of a stream has an order of its own.
    private func mask(_ json: JSON) -> JSON {
        switch json {
        case .array(let elements): return .array(elements.map(mask))
        case .object(let members):
            let masked = members.map { member in
                if StreamMask.tokens.contains(member.name) {
                    return JSON.Member(member.name, .string("{{token}}"))
                }
                if member.name == "readTime" { return JSON.Member(member.name, .string("{{time}}")) }
                if StreamMask.numbered.contains(member.name),
                    let number = member.value.string.flatMap({ numbers[$0] })
                {
                    return JSON.Member(member.name, .string("{{time \(number)}}"))
                }
                return JSON.Member(member.name, mask(member.value))
            }
            return .object(masked.sorted { $0.name < $1.name })
        case .null, .boolean, .number, .string: return json
        }
    }
}
