import FirestoreModel

/// Builds path and query of the URLs, each part percent-encoded by itself.
struct URLPath {
    private(set) var text: String
    private var hasQuery = false

    /// The root of a database's documents, or what lies below it.
    init(_ database: DatabaseID, _ segments: [ResourceID] = [], method: String? = nil) {
        text =
            "/v1/projects/\(URLPath.encode(database.project))/databases/\(URLPath.encode(database.database))/documents"
        for segment in segments { text += "/" + URLPath.encode(segment.string) }
        if let method { text += ":" + method }
    }

    mutating func add(_ name: String, _ value: String) {
        text += (hasQuery ? "&" : "?") + URLPath.encode(name) + "=" + URLPath.encode(value)
        hasQuery = true
    }

    /// Adds the fields that the answer shall hold, one parameter each; nil for all fields.
    mutating func add(mask: DocumentMask?) {
        for path in mask?.fieldPaths ?? [] { add("mask.fieldPaths", path.description) }
    }

    /// Encodes as `encodeURIComponent` does: everything but letters, digits and `-_.!~*'()`, by its UTF-8
    /// bytes.
    ///
    /// Firestore does not read `+` as a space, so a space is `%20`.
    static func encode(_ text: String) -> String {
        // Nearly every id is made of nothing else.
        if text.utf8.allSatisfy(isUnreserved) { return text }
        var encoded = ""
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += (byte < 0x10 ? "%0" : "%") + digits
            }
        }
        return encoded
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        // -  .  _  ~, and the marks from ! to * without " # $ % &
        case 0x2D, 0x2E, 0x5F, 0x7E, 0x21, 0x27...0x2A: true
        default: false
        }
    }
}

extension DocumentMask {
    /// The mask for what a caller asks for: nil for all fields, an empty list for none.
    ///
    /// Servers disagree about what an empty mask means, so no fields are asked for by the document's name
    /// alone.
    static func fields(_ paths: [FieldPath]?) -> DocumentMask? {
        paths.map { DocumentMask($0.isEmpty ? [.documentID()] : $0) }
    }
}
