extension BuiltInMember {
    /// The methods of strings, and their length.
    ///
    /// Source: https://firebase.google.com/docs/reference/security/database#string_methods
    static let ofStrings: [BuiltInMember] = [
        BuiltInMember(
            "length", "How many UTF-16 units the string has.", of: .string, .none, gives: .number,
            .text { text, _ in .number(Double(text.utf16.count)) }),
        method("contains", "Whether another string is in it.", ["part"], gives: .boolean) {
            .boolean(ByteSearch($1[0]).first(in: $0) != nil)
        },
        method("beginsWith", "Whether it begins with another string.", ["prefix"], gives: .boolean) {
            .boolean($0.utf8.starts(with: $1[0].utf8))
        },
        method("endsWith", "Whether it ends with another string.", ["suffix"], gives: .boolean) {
            .boolean($0.utf8.reversed().starts(with: $1[0].utf8.reversed()))
        },
        method(
            "replace", "The string with all occurrences of a part replaced.", ["part", "replacement"],
            gives: .string
        ) { text, arguments throws(RuleFailure) in
            .string(try text.replacingAll(arguments[0], with: arguments[1]))
        },
        method("toLowerCase", "The string in lower case.", [], gives: .string) { text, _ in
            .string(text.lowercased())
        },
        method("toUpperCase", "The string in upper case.", [], gives: .string) { text, _ in
            .string(text.uppercased())
        },
        BuiltInMember(
            "matches", "Whether a regular expression matches a part of the string.", of: .string, .pattern,
            gives: .boolean, .match),
    ]

    private static func method(
        _ name: String, _ documentation: String, _ parameters: [String], gives result: ExpressionType,
        _ apply: @escaping @Sendable (String, [String]) throws(RuleFailure) -> RuleValue
    ) -> BuiltInMember {
        BuiltInMember(name, documentation, of: .string, .strings(parameters), gives: result, .text(apply))
    }
}

extension String {
    /// Replaces all occurrences of a part, from left to right. An empty part occurs nowhere.
    fileprivate func replacingAll(
        _ part: String, with replacement: String
    ) throws(RuleFailure) -> String {
        if part.isEmpty { return self }
        let places = ByteSearch(part).places(in: self)
        if places.isEmpty { return self }
        let growth = replacement.utf8.count - part.utf8.count
        guard utf8.count + places.count * growth <= RuleFailure.mostBytes else { throw .resultTooLarge }
        let bytes = Array(utf8)
        var result: [UInt8] = []
        var end = 0
        for place in places {
            result += bytes[end..<place]
            result += replacement.utf8
            end = place + part.utf8.count
        }
        result += bytes[end...]
        return String(decoding: result, as: UTF8.self)
    }
}
