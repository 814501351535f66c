import FirestoreClient
import JSONText

extension SuiteNode {
    /// Reads JSON.
    static func json(_ text: String, file: String) throws(SuiteProblem) -> SuiteNode {
        do throws(JSONParser.Failure) {
            return SuiteNode(try JSONParser.parse(Array(text.utf8)))
        } catch {
            let line = text.utf8.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
            throw SuiteProblem(file: file, line: line, "this is not JSON: \(error.reason)")
        }
    }

    init(_ json: JSON) {
        switch json {
        case .null: content = .null
        case .boolean(let bool): content = .bool(bool)
        case .number(let digits): content = Int64(digits).map { .int($0) } ?? .double(Double(digits) ?? .nan)
        case .string(let text): content = .string(text)
        case .array(let elements): content = .list(elements.map { SuiteNode($0) })
        case .object(let members):
            content = .map(members.map { Entry(key: $0.name, value: SuiteNode($0.value), line: nil) })
        }
        line = nil
    }

    /// The tree as a claim of a token.
    var claim: ClaimValue {
        switch content {
        case .null: .null
        case .bool(let bool): .boolean(bool)
        case .int(let number): .integer(number)
        case .double(let number): .double(number)
        case .string(let text): .string(text)
        case .list(let elements): .array(elements.map(\.claim))
        case .map(let entries):
            .object(Dictionary(entries.map { ($0.key, $0.value.claim) }) { _, last in last })
        }
    }
}
