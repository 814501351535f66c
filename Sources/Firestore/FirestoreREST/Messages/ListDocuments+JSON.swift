package import FirestoreModel
package import FirestoreRPC
import JSONText

extension ListDocumentsResponse {
    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { decoder, json throws(RPCStatus) in
            let reader = try MessageReader(answer: json)
            var documents: [Document] = []
            for element in try reader.array("documents") { documents.append(try decoder.document(element)) }
            let token = try reader.string("nextPageToken") ?? ""
            return ListDocumentsResponse(documents: documents, nextPageToken: token.isEmpty ? nil : token)
        }
    }

    package func write(to writer: inout WireEncoder) {
        writer.object { writer in
            if !documents.isEmpty { writer.member("documents") { $0.array(documents) { $0.document($1) } } }
            if let nextPageToken { writer.member("nextPageToken") { $0.string(nextPageToken) } }
        }
    }
}
