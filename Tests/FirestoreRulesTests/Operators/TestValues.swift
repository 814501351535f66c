import FirestoreModel
import OrderedCollections

@testable import FirestoreRules

/// Values for tests, nearly as short as in the language.
func list(_ elements: RuleValue...) -> RuleValue { .list(RuleList(elements)) }

func set(_ elements: RuleValue...) throws(EvaluationFailure) -> RuleValue {
    .set(try RuleSet(RuleList(elements)))
}

func fields(_ entries: KeyValuePairs<String, RuleValue>) -> RuleMap {
    RuleMap(OrderedDictionary(uniqueKeysWithValues: entries.map { (FieldName($0.key), $0.value) }))
}

func map(_ entries: KeyValuePairs<String, RuleValue>) -> RuleValue { .map(fields(entries)) }

func path(_ segments: String...) -> RuleValue { .path(RulePath(literals: segments)) }

extension RuleValue {
    static let nan = RuleValue.float(.nan)

    static func seconds(_ seconds: Int64, _ nanoseconds: Int32 = 0) -> RuleValue {
        .duration(RuleDuration(seconds: seconds, nanoseconds: nanoseconds))
    }

    static func time(_ seconds: Int64, _ nanoseconds: Int32 = 0) -> RuleValue {
        .timestamp(Timestamp(seconds: seconds, nanoseconds: nanoseconds))
    }
}

/// What an evaluation gives, as a text that says all: `int 3`, `list [int 1]`, or the text of an error.
func outcome(_ evaluation: @autoclosure () throws(EvaluationFailure) -> RuleValue) -> String {
    do throws(EvaluationFailure) {
        return try evaluation().summary
    } catch {
        switch error {
        case .error(let error, _): return error.message
        case .unknown: return "unknown"
        case .budgetExceeded: return "budget exceeded"
        }
    }
}

extension RuleValue {
    /// The type and the content.
    var summary: String {
        switch self {
        case .null: "null"
        case .bool(let bool): "bool \(bool)"
        case .int(let number): "int \(number)"
        case .float(let number): "float \(number)"
        case .string(let text): "string \(text)"
        case .bytes(let bytes): "bytes \(bytes)"
        case .list(let list): "list [\(list.map(\.summary).joined(separator: ", "))]"
        case .set(let set): "set [\(set.elements.map(\.summary).joined(separator: ", "))]"
        case .map(let map):
            "map {"
                + map.names.map { "\($0.string): \((try? map.value($0))?.summary ?? "nothing")" }.joined(
                    separator: ", ")
                + "}"
        case .path(let path): "path \(path.text)"
        case .timestamp(let time): "timestamp \(time)"
        case .duration(let duration): "duration \(duration.seconds) s \(duration.nanoseconds) ns"
        case .latlng(let point): "latlng \(point.latitude) \(point.longitude)"
        case .mapDiff: "map_diff"
        case .vector(let numbers): "vector \(numbers)"
        case .constraint: "constraint"
        }
    }
}
