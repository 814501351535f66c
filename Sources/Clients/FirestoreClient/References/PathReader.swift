import ClientCore
import FirestoreModel

/// Reads the paths that app code passes, and explains what is wrong with an invalid one.
///
/// As in Firebase's SDKs, one slash at the beginning and one at the end are ignored.
enum PathReader {
    static func document(
        _ text: String, below parent: [ResourceID] = []
    ) -> Result<DocumentPath, ConversionProblem> {
        segments(text, below: parent, kind: "document").flatMap { segments in
            guard let path = DocumentPath(segments: segments) else {
                return .failure(
                    problem(
                        segments,
                        "names a collection, not a document; a document's path has an even number of parts"))
            }
            return .success(path)
        }
    }

    static func collection(
        _ text: String, below parent: [ResourceID] = []
    ) -> Result<CollectionPath, ConversionProblem> {
        segments(text, below: parent, kind: "collection").flatMap { segments in
            guard let path = CollectionPath(segments: segments) else {
                return .failure(
                    problem(
                        segments,
                        "names a document, not a collection; a collection's path has an odd number of parts"))
            }
            return .success(path)
        }
    }

    private static func segments(
        _ text: String, below parent: [ResourceID], kind: String
    ) -> Result<[ResourceID], ConversionProblem> {
        let slash = UInt8(ascii: "/")
        var rest = text.utf8[...]
        if rest.first == slash { rest.removeFirst() }
        if rest.last == slash { rest.removeLast() }
        if rest.isEmpty { return .failure(ConversionProblem("the path of a \(kind) is empty")) }
        let segments =
            parent
            + rest.split(separator: slash, omittingEmptySubsequences: false).map {
                ResourceID(String(Substring($0)))
            }
        for id in segments {
            if let reason = id.problem?.reason { return .failure(problem(segments, reason)) }
        }
        if segments.count > DocumentPath.maximumSegments {
            return .failure(problem(segments, "has more than \(DocumentPath.maximumSegments) parts"))
        }
        return .success(segments)
    }

    private static func problem(_ segments: [ResourceID], _ reason: String) -> ConversionProblem {
        ConversionProblem(
            "the path \(segments.map(\.string).joined(separator: "/").quotedForMessage) \(reason)")
    }
}

extension ResourceID.Problem {
    /// What is wrong, after "the path ...".
    fileprivate var reason: String {
        switch self {
        case .empty: "has an empty part"
        case .dots: "has a part that is just dots"
        case .containsSlash: "has a part with a slash in it"
        case .reserved: "has a part of the form __x__, which Firestore keeps for itself"
        case .notAnInteger: "has a part of the form __id7__ whose number is not a 64-bit integer"
        case .tooLong: "has a part longer than \(ResourceID.maximumLength) bytes"
        }
    }
}
