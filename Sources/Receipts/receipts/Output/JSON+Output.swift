import CoreValues
import JSONText
import PrintableText

/// Shorthands for the objects of `--format json`.
extension JSON {
    static func object(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        .object(members.compactMap { name, value in value.map { JSON.Member(name, $0) } })
    }

    static func integer(_ number: Int) -> JSON { .number(String(number)) }

    static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

    static func strings(_ texts: [some ExactText]) -> JSON { .array(texts.map(JSON.string)) }

    static func string(_ text: some ExactText) -> JSON { .string(text.string) }

    /// The tree on one line that a terminal can show: JSON's own escapes stand for what would move a cursor, reverse text or is not seen.
    var printedText: String {
        let text = compactText
        guard text.unicodeScalars.contains(where: \.isUnprintable) else { return text }
        // Outside of strings, nothing is unprintable.
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            guard scalar.isUnprintable else { return result.unicodeScalars.append(scalar) }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
}
