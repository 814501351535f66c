import JSONText
import NamedFiles

/// Reads JSON files, and describes mistakes in them.
enum JSONFile {
    /// Reads a regular file.
    ///
    /// - Throws: ``CommandFailure`` with the file, the place, and what was expected there.
    static func read<Content: Decodable>(_ type: Content.Type, from path: String, as kind: String) throws
        -> Content
    {
        try decode(type, from: try InputFile.regularBytes(path, as: kind), of: path, as: kind)
    }

    /// Decodes the content of a file.
    ///
    /// - Parameter problem: Checks the JSON before it is decoded; returns what is wrong with it.
    static func decode<Content: Decodable>(
        _ type: Content.Type, from bytes: [UInt8], of path: String, as kind: String,
        problem: (JSON) -> String? = { _ in nil }
    ) throws -> Content {
        let subject = "the \(kind) file \(FileRefusal.name(path))"
        let json: JSON
        do throws(JSONParser.Failure) {
            json = try JSONParser.parse(bytes)
        } catch {
            if bytes.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
                throw CommandFailure(.wrongUsage, "\(subject) is empty; it must contain JSON")
            }
            let place = JSONFile.place(of: error.offset, in: bytes)
            throw CommandFailure(
                .wrongUsage,
                "\(subject) is not JSON: line \(place.line), column \(place.column): \(error.reason)")
        }
        if let problem = problem(json) {
            throw CommandFailure(.wrongUsage, "\(subject) is invalid: \(problem)")
        }
        do {
            return try json.decoded(as: type)
        } catch let error as DecodingError {
            throw CommandFailure(.wrongUsage, "\(subject) is invalid: \(describe(error, in: json))")
        }
    }

    /// The line and column of a byte, from 1; columns count characters.
    private static func place(of offset: Int, in text: [UInt8]) -> (line: Int, column: Int) {
        let before = text.prefix(offset)
        let line = before.split(separator: 0x0A, omittingEmptySubsequences: false)
        let last = String(decoding: line.last ?? [], as: UTF8.self).drop { $0 == "\u{FEFF}" }
        return (max(line.count, 1), last.count + 1)
    }

    private static func describe(_ error: DecodingError, in json: JSON) -> String {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            "at \(place(context)): expected \(words(for: type)), not \(words(for: value(at: context, in: json)))"
        case .keyNotFound(let key, let context): "at \(place(context)): \"\(key.stringValue)\" is missing"
        case .dataCorrupted(let context) where context.debugDescription.hasPrefix("Cannot initialize "):
            // The decoder's words for a value that an enumeration does not have.
            "at \(place(context)): \(value(at: context, in: json)?.compactText ?? "this") is not an allowed value"
        case .dataCorrupted(let context): "at \(place(context)): \(context.debugDescription)"
        @unknown default: "it cannot be read"
        }
    }

    /// The words for a type in JSON.
    private static func words(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "an array"
        default: "an object"
        }
    }

    private static func words(for json: JSON?) -> String {
        switch json {
        case .string?: "a string"
        case .boolean(let value)?: "\(value)"
        case .number(let text)?: "the number \(text)"
        case .array?: "an array"
        case .object?: "an object"
        case .null?: "null"
        case nil: "another value"
        }
    }

    private static func value(at context: DecodingError.Context, in json: JSON) -> JSON? {
        context.codingPath.reduce(json) { json, key in
            guard let index = key.intValue else { return json?[key.stringValue] }
            guard let elements = json?.array, elements.indices.contains(index) else { return nil }
            return elements[index]
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        if context.codingPath.isEmpty { return "the top level" }
        return context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            .drop { $0 == "." }.description
    }
}
