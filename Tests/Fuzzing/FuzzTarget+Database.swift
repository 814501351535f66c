import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseWire

extension FuzzTarget {
    /// The frames of a client of the Realtime Database, one a line, and the segments of one that polls.
    static let databaseMessages = FuzzTarget("database-messages") { input in
        let limit = 4096
        var parts = MessageParts(limit: limit)
        for frame in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard let message = try? parts.take(Array(frame)) else { continue }
            try BrokenPromise.unless(message.count <= limit, "a message of \(message.count) bytes")
            _ = try? ClientMessage(message)
        }
        var segments = PollingSegments(limit: limit)
        for (index, data) in input.split(separator: UInt8(ascii: "\n")).enumerated() {
            let segment = PollingSegments.Segment(
                number: index, count: 1 + Int(data[data.startIndex] % 3),
                data: String(decoding: data, as: UTF8.self))
            for message in (try? segments.take(segment)) ?? [] {
                try BrokenPromise.unless(message.count <= limit + 3, "a message of \(message.count) bytes")
            }
        }
    }

    /// Data of the Realtime Database: what is written of a node is read as the same node.
    static let databaseData = FuzzTarget("database-data") { input in
        guard let node = try? DataNode(json: input) else { return }
        var writer = JSONWriter(.compact)
        // The form of exports, which alone has priorities.
        node.write(to: &writer, rendersArrays: false)
        let bytes = writer.bytes
        let text = String(decoding: bytes, as: UTF8.self)
        try BrokenPromise.unless((try? DataNode(json: bytes)) == node, "\(text) changes")
        try BrokenPromise.unless(node.compare(to: node) == .equal, "\(text) is not equal to itself")
    }
}
