#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads JSON files that people write, and says what is wrong with them.
enum JSONFile {
    /// Reads a file.
    ///
    /// - Throws: ``CommandFailure`` that names the file, the place in it, and what was expected there.
    static func read<Content: Decodable>(_ type: Content.Type, from path: String, as kind: String) throws
        -> Content
    {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw CommandFailure(.wrongUsage, "cannot read the \(kind) file \(path): \(reason(error))")
        }
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw CommandFailure(.wrongUsage, "the \(kind) file \(path) is not right: \(describe(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile?: "there is no such file"
        case .fileReadNoPermission?: "permission denied"
        default: "\(error)"
        }
    }

    private static func describe(_ error: DecodingError) -> String {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "at \(place(context)): \(context.debugDescription)"
        case .keyNotFound(let key, let context): "at \(place(context)): \"\(key.stringValue)\" is missing"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
        case .dataCorrupted(let context): "at \(place(context)): \(context.debugDescription)"
        @unknown default: "it cannot be read"
        }
    }

    private static func place(_ context: DecodingError.Context) -> String {
        if context.codingPath.isEmpty { return "the top" }
        return context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            .drop { $0 == "." }.description
    }
}
