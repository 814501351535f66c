package import FirestoreModel
import FirestoreREST
import JSONText

/// A write with its JSON, which is encoded once, to plan requests by size and to send it.
package struct EncodedWrite: Sendable, Equatable {
    package let write: Write
    package let json: [UInt8]

    package init(_ write: Write) {
        self.write = write
        var writer = WireEncoder(.compact, capacity: 512)
        writer.write(write)
        json = writer.bytes
    }

    /// The body of a request that only makes writes.
    static func requestBody(_ writes: [EncodedWrite]) -> [UInt8] {
        var body = Array(#"{"writes":["#.utf8)
        body.reserveCapacity(writes.reduce(body.count + 2) { $0 + $1.json.count + 1 })
        for (index, write) in writes.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += write.json
        }
        body += "]}".utf8
        return body
    }
}
