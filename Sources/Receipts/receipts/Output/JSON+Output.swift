import CoreValues
import JSONText

/// Shorthands for the objects of `--format json`.
extension JSON {
    static func object(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(members.compactMap { name, value in value.map { JSON.Member(name, $0) } })
    }

    static func integer(_ number: Int) -> JSON { .number(String(number)) }

    static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

    static func strings(_ texts: [some ExactText]) -> JSON { .array(texts.map(JSON.string)) }

    static func string(_ text: some ExactText) -> JSON { .string(text.string) }
}
