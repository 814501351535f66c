import Protobuf

/// The small files of an export that say where its documents are.
///
/// The messages are not published. Their fields were read from exports of Google's emulator.
enum ExportMetadata {
    /// The files of documents, and what is said about them.
    struct Documents {
        var count = 0
        /// The size of all files.
        var size = 0
        /// The names of the files.
        var files: [String] = []
    }

    // MARK: Reading

    /// The paths of the metadata files that an overall metadata file leads to, relative to its folder.
    static func paths(inOverall path: String) throws(ExportProblem) -> [String] {
        var reader = try RecordReader(path)
        var paths: [String] = []
        var isEmpty = true
        while let record = try reader.next() {
            // The first record is the format's version.
            defer { isEmpty = false }
            if isEmpty { continue }
            paths += try read(record.bytes, of: path) { message throws(ProtobufFailure) in
                var paths: [String] = []
                for part in message.repeated(1) { paths += try ProtobufMessage(part).strings(2) }
                return paths
            }
        }
        if isEmpty { throw ExportProblem(path, "it is not the metadata of an export: it is empty") }
        return paths
    }

    /// The names of the files of documents that a metadata file leads to.
    static func files(in bytes: [UInt8], of path: String) throws(ExportProblem) -> [String] {
        try read(bytes, of: path) { message throws(ProtobufFailure) in
            var files: [String] = []
            for part in message.repeated(2) { files += try ProtobufMessage(part).strings(2) }
            return files
        }
    }

    private static func read(
        _ bytes: [UInt8], of path: String, _ body: (ProtobufMessage) throws(ProtobufFailure) -> [String]
    ) throws(ExportProblem) -> [String] {
        do throws(ProtobufFailure) {
            return try body(ProtobufMessage(ProtobufBytes(bytes)))
        } catch {
            throw ExportProblem(path, "it is not the metadata of an export: \(error.explanation)")
        }
    }

    // MARK: Writing

    /// The bytes of the overall metadata file.
    static func overall(_ documents: Documents) -> [UInt8] {
        var records = RecordWriter()
        let version = records.bytes(of: Array("3".utf8))
        var writer = ProtobufWriter()
        // An export of nothing leads nowhere.
        if documents.count == 0 { return version + records.bytes(of: []) }
        writer.message(1) { writer in
            writer.message(1) { writer in
                writer.integer(1, 2)
                writer.integer(3, 3)
            }
            writer.string(2, "\(ExportFiles.documents)/\(ExportFiles.metadata)")
            writer.integer(3, documents.count)
            writer.integer(4, documents.size)
        }
        return version + records.bytes(of: writer.bytes)
    }

    /// The bytes of the documents' metadata file.
    ///
    /// - Parameters:
    ///   - name: The export.
    ///   - times: When it began and ended, in microseconds.
    static func bytes(_ documents: Documents, name: String, times: ClosedRange<Int64>) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.message(1) { writer in
            writer.string(1, name)
            writer.integer(2, times.lowerBound)
            writer.integer(3, times.upperBound)
        }
        writer.message(2) { writer in
            writer.string(1, "")
            for file in documents.files { writer.string(2, file) }
        }
        return writer.bytes
    }
}
