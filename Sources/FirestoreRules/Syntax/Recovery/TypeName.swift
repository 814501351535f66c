/// The names of types that `is` knows.
enum TypeName {
    static let all = [
        "bool", "bytes", "constraint", "duration", "float", "int", "latlng", "list", "vector", "set",
        "number",
        "map", "string", "timestamp", "path", "map_diff",
    ]

    static func unsupported(_ name: String) -> String {
        "An unsupported type identifier was used with the 'is' operator. "
            + "Received \(name). Expected one of \(all.joined(separator: ","))"
    }
}
