package import FirestoreModel
package import JSONText

extension WireDecoder {
    package mutating func writeResult(_ json: JSONNode) throws(RPCStatus) -> WriteResult {
        let reader = try MessageReader(answer: json)
        var results: [Value] = []
        for element in try reader.array("transformResults") { results.append(try value(element)) }
        return WriteResult(updateTime: try reader.timestamp("updateTime"), transformResults: results)
    }
}

extension WireEncoder {
    package mutating func writeResult(_ result: WriteResult) {
        object { writer in
            if let time = result.updateTime { writer.member("updateTime") { $0.time(time) } }
            if !result.transformResults.isEmpty {
                writer.member("transformResults") { $0.array(result.transformResults) { $0.value($1) } }
            }
        }
    }
}
