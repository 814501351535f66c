/// Conversion of names between `camelCase` and `snake_case`.
enum SnakeCase {
    /// `oneTwoThree` as `one_two_three`, `myURLProperty` as `my_url_property`. Outer underscores stay.
    static func encoded(_ name: String) -> String {
        let letters = Array(name)
        var result = ""
        for (index, letter) in letters.enumerated() {
            if index > 0, letter.isUppercase {
                let isAfterCapital = letters[index - 1].isUppercase
                let isBeforeSmall = index + 1 < letters.count && letters[index + 1].isLowercase
                if !isAfterCapital || isBeforeSmall { result += "_" }
            }
            result += letter.lowercased()
        }
        return result
    }

    /// `one_two_three` as `oneTwoThree`. Outer underscores stay.
    static func decoded(_ name: String) -> String {
        let leading = name.prefix { $0 == "_" }
        if leading.endIndex == name.endIndex { return name }
        let rest = name[leading.endIndex...]
        let trailing = rest.reversed().prefix { $0 == "_" }
        let words = rest.dropLast(trailing.count).split(separator: "_")
        guard words.count > 1, let first = words.first else { return name }
        let others = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
        return leading + first.lowercased() + others.joined() + trailing
    }
}
