package import FirestoreModel
import FirestoreRPC
import JSONText

/// A document on a line of its own, in the REST API's JSON: `{"name": ..., "fields": ..., "createTime": ...,
/// "updateTime": ...}`. Exported files consist of such lines.
package enum DocumentLine {
    /// Why a line is not a document.
    package struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    package static func encode(_ document: Document) -> [UInt8] {
        var writer = WireEncoder(.compact, capacity: 1024)
        writer.document(document)
        writer.raw("\n")
        return writer.bytes
    }

    package static func decode(_ line: [UInt8]) throws(Problem) -> Document {
        let result: Result<Document, Problem>
        do throws(JSONParser.Failure) {
            result = try JSONParser.parse(line) { json throws(Problem) in try document(json) }
        } catch {
            throw Problem(description: error.description)
        }
        return try result.get()
    }

    private static func document(_ json: JSONNode) throws(Problem) -> Document {
        if !json.isObject { throw malformed("the line is not an object") }
        if json["name"]?.string == nil { throw malformed("\"name\" is missing") }
        do throws(RPCStatus) {
            return try WireDecoder.decodeMessage(json) { decoder, json throws(RPCStatus) in
                try decoder.documentToUpdate(json)
            }.get()
        } catch {
            if error == .invalidPayload {
                throw malformed("a member is unknown, or has a value that Firestore's REST API does not know")
            }
            throw Problem(description: error.message ?? error.code.name)
        }
    }

    private static func malformed(_ reason: String) -> Problem {
        Problem(description: "not a document: \(reason)")
    }
}
