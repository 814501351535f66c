extension DatabaseValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates null.
    public init(nilLiteral: ()) { self = .null }
    /// Creates a boolean.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates a number.
    public init(integerLiteral value: Int64) { self = .number(Double(value)) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates a text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a list.
    public init(arrayLiteral elements: DatabaseValue...) { self = .array(elements) }
    /// Creates an object; if a key repeats, its last value counts.
    public init(dictionaryLiteral elements: (String, DatabaseValue)...) {
        self = .object(Children(elements))
    }
}
