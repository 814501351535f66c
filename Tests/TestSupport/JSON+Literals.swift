package import JSONText

// So that what tests send reads like the JSON that it becomes.

extension JSON: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByStringInterpolation {}

extension JSON: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self = .number(String(value)) }
}

extension JSON: ExpressibleByBooleanLiteral {
    package init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSON: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { JSON.Member($0.0, $0.1) })
    }
}
