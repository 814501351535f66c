/// The types that built-in functions take and give.
enum FunctionSignatures {
    /// Functions that are everywhere.
    static let global: [String: Signature] = [
        "int": Signature([.int, .float, .string], result: [.int]),
        "float": Signature([.int, .float, .string], result: [.float]),
        "string": Signature([.int, .float, .null, .string, .bool, .path], result: .string),
        "path": Signature(.string, result: .path),
        "vector": Signature(.list, result: [.vector]),
    ]

    /// Functions that only rules of Cloud Firestore have.
    static let firestore: [String: Signature] = [
        "get": Signature(.path, result: .any),
        "getAfter": Signature(.path, result: .any),
        "exists": Signature(.path, result: .any),
        "existsAfter": Signature(.path, result: .any),
        "value": Signature(.path, result: .any),
    ]

    /// Prints and returns its argument.
    static let debug = Signature(.any, result: .any)

    /// The functions of packages: `math.abs`.
    static let packages: [String: [String: Signature]] = [
        "math": [
            "abs": Signature(.number, result: .number),
            "ceil": Signature(anyNumber, result: [.float]),
            "floor": Signature(anyNumber, result: [.float]),
            "sqrt": Signature(anyNumber, result: [.float]),
            "round": Signature(anyNumber, result: [.int]),
            "pow": Signature(anyNumber, anyNumber, result: [.float]),
            "isNaN": Signature(anyNumber, result: .bool),
        ],
        "hashing": [
            "md5": hash, "sha256": hash, "crc32": hash, "crc32c": hash,
        ],
        "timestamp": [
            "date": Signature([.int], [.int], [.int], result: [.timestamp]),
            "value": Signature([.int, .string], result: [.timestamp]),
        ],
        "duration": [
            "value": Signature([.int], .string, result: [.duration]),
            "time": Signature([.int], [.int], [.int], [.int], result: [.duration]),
            "abs": Signature([.duration], result: [.duration]),
        ],
        "latlng": [
            "value": Signature(anyNumber, anyNumber, result: [.latlng])
        ],
    ]

    /// Numbers as functions of fractions take them.
    private static let anyNumber: TypeSet = [.float, .int]
    private static let hash = Signature([.bytes, .string], result: [.bytes])
}
