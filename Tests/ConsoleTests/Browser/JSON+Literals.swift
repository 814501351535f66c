import FirestoreREST

// So that what is sent to chromedriver and to a page reads like JSON.

extension JSON: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
    init(integerLiteral value: Int) { self = .number(String(value)) }
}

extension JSON: ExpressibleByBooleanLiteral {
    init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension JSON: ExpressibleByNilLiteral {
    init(nilLiteral: ()) { self = .null }
}

extension JSON: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

extension JSON: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { JSON.Member($0.0, $0.1) })
    }
}
