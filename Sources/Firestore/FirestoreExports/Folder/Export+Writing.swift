package import FirestoreModel
import NamedFiles

/// Writing an export.
extension Export {
    /// The most documents in one file, as in Google's emulator.
    private static let documentsInFile = 5000

    /// Writes documents to a folder, which is replaced as a whole if it is an earlier export.
    ///
    /// - Parameters:
    ///   - documents: The documents; their times are not exported.
    ///   - path: The folder. Its name becomes that of the export.
    ///   - now: The time.
    /// - Returns: The number of documents.
    @discardableResult
    package static func write(
        _ documents: some Sequence<Document>, toFolder path: String, now: () -> Timestamp
    ) throws(ExportProblem) -> Int {
        try ExportProblem.check { () throws(FileRefusal) in
            let folder = try FolderReplacement(of: path) { $0.contains(where: isOverallMetadata) }
            do throws(FileRefusal) {
                let count = try write(documents, to: folder, name: name(ofFolder: path), now: now)
                try folder.finish()
                return count
            } catch {
                folder.cancel()
                throw error
            }
        }
    }

    /// The last part of a path.
    private static func name(ofFolder path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private static func write(
        _ documents: some Sequence<Document>, to folder: FolderReplacement, name: String,
        now: () -> Timestamp
    ) throws(FileRefusal) -> Int {
        let start = now().microseconds
        var written = ExportMetadata.Documents()
        var documents = documents.makeIterator()
        var next = documents.next()
        if next != nil {
            try folder.createFolder("all_namespaces")
            try folder.createFolder(ExportFiles.documents)
        }
        let place = "\(folder.draft)/\(ExportFiles.documents)"
        while next != nil {
            let file = "output-\(written.files.count)"
            written.files.append(file)
            var output = try FileReplacement(of: "\(place)/\(file)")
            var records = RecordWriter()
            var count = 0
            while let document = next, count < documentsInFile {
                let bytes = records.bytes(of: EntityEncoder.bytes(of: document))
                try output.write(bytes)
                written.size += bytes.count
                count += 1
                next = documents.next()
            }
            written.count += count
            try output.finish()
        }
        if written.count > 0 {
            try FileReplacement.write(
                ExportMetadata.bytes(
                    written, name: name, times: start...max(start, now().microseconds)),
                to: "\(place)/\(ExportFiles.metadata)")
        }
        try FileReplacement.write(
            ExportMetadata.overall(written), to: "\(folder.draft)/\(name)\(ExportFiles.overallMetadata)")
        return written.count
    }
}
