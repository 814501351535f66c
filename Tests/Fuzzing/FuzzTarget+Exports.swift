import FirestoreExports
import FirestoreModel
import Foundation

extension FuzzTarget {
    /// Documents in Google's exports: what is written of a document is read as the same document.
    static let entities = FuzzTarget("entities") { input in
        guard let document = try? EntityDecoder.document(input, in: nil) else { return }
        let bytes = EntityEncoder.bytes(of: document)
        let again = try? EntityDecoder.document(bytes, in: nil)
        // NaN equals nothing, so documents with it are compared as they are written.
        try BrokenPromise.unless(
            again == document || again.map { EntityEncoder.bytes(of: $0) } == bytes,
            "\(document.name) changes")
    }

    /// Files of records: read to the end or refused, with no more bytes than the file has. If the first byte is odd, the rest is one record, and is
    /// read as it was written.
    static let records = FuzzTarget("records") { input in
        guard let first = input.first else { return }
        let (rest, isRecord) = (Array(input.dropFirst()), !first.isMultiple(of: 2))
        var writer = RecordWriter()
        let bytes = isRecord ? writer.bytes(of: rest) : rest
        let url = FileManager.default.temporaryDirectory.appending(
            path: "fuzzed-records-\(UUID().uuidString)")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        var reader = try RecordReader(url.path())
        var (count, size) = (0, 0)
        while let record = try? reader.next() {
            (count, size) = (count + 1, size + record.bytes.count)
            try BrokenPromise.unless(
                size <= bytes.count && count <= bytes.count, "\(size) of \(bytes.count) bytes")
            if isRecord {
                try BrokenPromise.unless(record.bytes == rest, "a record of \(rest.count) bytes changes")
            }
        }
        if isRecord { try BrokenPromise.unless(count == 1, "one record became \(count)") }
    }
}
