import FirestoreModel

/// The values that can take the place of another one because they are smaller or plainer.
enum PlainerValues {
    static func of(_ value: Value) -> [Value] {
        switch value {
        case .null: []
        case .boolean(let bool): bool ? [.boolean(false)] : []
        case .integer(let int):
            int == 0 ? [] : [0, 1, .integer(int / 2), .integer(int > 0 ? int - 1 : int + 1)]
        case .double(let double): double == 0 ? [] : [0, 1, .double(double.rounded())]
        case .string(let text): texts(text)
        case .array(let elements): lists(elements)
        case .map(let fields): maps(fields)
        case .timestamp, .bytes, .reference, .geoPoint: [.null, 0, "a", .timestamp(RulesVocabulary.now)]
        }
    }

    private static func texts(_ text: String) -> [Value] {
        var candidates: [Value] = ["", "a"]
        if text.count > 1 {
            candidates.append(.string(String(text.prefix(text.count / 2))))
            candidates.append(.string(String(text.dropLast())))
        }
        return candidates
    }

    private static func lists(_ elements: [Value]) -> [Value] {
        if elements.isEmpty { return ["a"] }
        var candidates: [Value] = [.array([])]
        if elements.count > 3 {
            candidates.append(.array(Array(elements.prefix(elements.count / 2))))
            candidates.append(.array(Array(elements.suffix(elements.count / 2))))
        }
        for index in elements.indices.prefix(12) {
            var fewer = elements
            fewer.remove(at: index)
            candidates.append(.array(fewer))
        }
        for index in elements.indices.prefix(6) {
            for plain in of(elements[index]).prefix(3) {
                if case .array = plain { continue }
                var plainer = elements
                plainer[index] = plain
                candidates.append(.array(plainer))
            }
        }
        return candidates
    }

    private static func maps(_ fields: MapValue) -> [Value] {
        if fields.isEmpty { return ["a"] }
        var candidates: [Value] = [.map([:])]
        for (name, value) in fields {
            var fewer = fields
            fewer[name] = nil
            candidates.append(.map(fewer))
            for plain in of(value).prefix(4) {
                var plainer = fields
                plainer[name] = plain
                candidates.append(.map(plainer))
            }
        }
        return candidates
    }
}
