import JSONText

// So that generated requests read like the JSON that they become.

extension JSON: ExpressibleByNilLiteral {
    init(nilLiteral: ()) { self = .null }
}
