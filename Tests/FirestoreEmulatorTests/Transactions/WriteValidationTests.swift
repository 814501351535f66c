import FirestoreModel
import Testing

@testable import FirestoreEmulator

@Suite("Validation of writes")
struct WriteValidationTests {
    private func refused(_ fields: MapValue, mask: DocumentMask? = nil, _ path: String = "c/a") -> String? {
        refusal { () throws(RPCStatus) in
            try WriteValidation.check(Write(.update(.make(path), fields, mask: mask)))
        }?.message
    }

    /// Maps in maps, so many deep.
    private static func nested(_ depth: Int, _ value: Value = 1) -> Value {
        (0..<depth).reduce(value) { inner, _ in .map(["k": inner]) }
    }

    private static func text(_ count: Int) -> Value { .string(String(repeating: "x", count: count)) }
    private static func name(_ count: Int) -> FieldName { FieldName(String(repeating: "n", count: count)) }
    private static func vector(_ number: Double) -> Value {
        .map(["__type__": "__vector__", "value": .array([.double(number)])])
    }
    private static let invalidNested = "Property f contains an invalid nested entity."

    /// In one test, since as arguments such values would have to be described.
    @Test func `values are limited in size and depth`() {
        let table: [(Value, String?)] = [
            (Self.nested(20), nil), (Self.nested(21), Self.invalidNested),
            (Self.nested(20, .array([1])), Self.invalidNested), (Self.nested(19, .array([1])), nil),
            (.array([Self.nested(19)]), nil), (.array([Self.nested(20)]), Self.invalidNested),
            (Self.nested(20, Self.vector(1)), nil),
            (Self.text(1_048_487), nil),
            (Self.text(1_048_488), "The value of property \"f\" is longer than 1048487 bytes."),
            (.array([Self.text(1_048_488)]), "The value of property \"f\" is longer than 1048487 bytes."),
            (
                .bytes([UInt8](repeating: 0, count: 1_048_488)),
                "The value of property \"f\" is longer than 1048487 bytes."
            ),
            (.map(["k": Self.text(1_048_488)]), Self.invalidNested),
            (Self.vector(.nan), "Vector cannot contain NaN values."),
            (.map(["k": Self.vector(.nan)]), Self.invalidNested),
            (.map(["__type__": "date"]), Self.invalidNested),
            (.map(["": 1]), Self.invalidNested), (.array([.map(["": 1])]), Self.invalidNested),
            (.map([Self.name(1498): 1]), nil), (.map([Self.name(1499): 1]), Self.invalidNested),
            (.array([.map([Self.name(1498): 1])]), nil),
            (.map(["k": .map([Self.name(1496): 1])]), nil),
            (.map(["k": .map([Self.name(1497): 1])]), Self.invalidNested),
            (
                .reference(.make("c/" + String(repeating: "x", count: 1501))),
                "The key path element name is longer than 1500 bytes."
            ),
            (
                .array([.reference(.make(String(repeating: "x", count: 1501) + "/a"))]),
                "The key path element kind is longer than 1500 bytes."
            ),
        ]
        for (row, (value, expected)) in table.enumerated() {
            #expect(refused(["f": value]) == expected, "row \(row)")
        }
    }

    @Test(
        arguments: [
            ("f", nil), ("a.b", nil), ("é", nil), ("", "The property.name is the empty string."),
        ] as [(String, String?)])
    func `names must not be empty`(name: String, expected: String?) {
        #expect(refused([FieldName(name): 1]) == expected)
    }

    @Test func `names may have 1500 bytes`() {
        #expect(refused([Self.name(1500): 1]) == nil)
        #expect(refused([Self.name(1501): 1]) == "The property.name is longer than 1500 bytes.")
    }

    @Test func `only what a mask lets through is looked at`() {
        #expect(refused(["": 1, "n": 1], mask: DocumentMask([FieldPath(["n"])])) == nil)
        #expect(
            refused(["n": Self.nested(21)], mask: DocumentMask([FieldPath(["n"])]))?.contains("nested")
                == true)
    }

    @Test func `paths may have a hundred documents`() {
        #expect(refused([:], Array(repeating: "c/d", count: 100).joined(separator: "/")) == nil)
        #expect(
            refused([:], Array(repeating: "c/d", count: 101).joined(separator: "/"))
                == "Key path is too long. Cannot exceed 100 elements.")
    }

    @Test func `what is not stored is not looked at`() {
        let long = DocumentName.make("c/" + String(repeating: "x", count: 1501))
        for operation in [Write.Operation.delete(long), .verify(long)] {
            #expect(refusal { () throws(RPCStatus) in try WriteValidation.check(Write(operation)) } == nil)
        }
        let transform = Write(.transform(long), transforms: [FieldTransform(FieldPath(["n"]), .increment(1))])
        #expect(refusal { () throws(RPCStatus) in try WriteValidation.check(transform) } != nil)
    }

    @Test(arguments: [(0, 19, false), (0, 20, true), (3, 16, false), (3, 17, true)])
    func `operands of list transforms count as deep as they come to lie`(
        outer: Int, inner: Int, isRefused: Bool
    ) {
        let path = FieldPath((0...outer).map { "f\($0)" })
        let write = Write(
            .transform(.make("c/a")),
            transforms: [FieldTransform(path, .appendMissingElements([Self.nested(inner)]))])
        #expect((refusal { () throws(RPCStatus) in try WriteValidation.check(write) } != nil) == isRefused)
    }
}
