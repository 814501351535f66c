package import FirestoreModel
import JSONText
import NamedFiles

/// Writing to a folder of Firebase's tools. Exports of other products in it stay.
extension FirebaseExport {
    /// Writes Firestore's export.
    ///
    /// - Parameters:
    ///   - documents: The documents.
    ///   - folder: The folder, existing or not.
    ///   - version: The version of the program.
    ///   - now: The time.
    /// - Returns: The number of documents.
    @discardableResult
    package static func write(
        _ documents: some Sequence<Document>, toFolder folder: String, version: String, now: () -> Timestamp
    ) throws(ExportProblem) -> Int {
        let name = ExportFiles.firestore
        return try write(
            "firestore", toFolder: folder, version: version,
            about: [
                JSON.Member("path", .string(name)),
                JSON.Member("metadata_file", .string("\(name)/\(name)\(ExportFiles.overallMetadata)")),
            ]
        ) { () throws(ExportProblem) in
            try Export.write(documents, toFolder: "\(folder)/\(name)", now: now)
        }
    }

    /// Writes the Realtime Databases.
    ///
    /// - Parameters:
    ///   - databases: The databases, in place of all earlier ones.
    ///   - folder: The folder, existing or not.
    ///   - version: The version of the program.
    package static func write(
        _ databases: [DatabaseExport], toFolder folder: String, version: String
    ) throws(ExportProblem) {
        let name = ExportFiles.databases
        try write(
            "database", toFolder: folder, version: version, about: [JSON.Member("path", .string(name))]
        ) { () throws(ExportProblem) in
            try DatabaseExport.write(databases, toFolder: "\(folder)/\(name)")
        }
    }

    /// Writes the export of a product, and then what the file about all of them says about it.
    private static func write<Result>(
        _ product: String, toFolder folder: String, version: String, about: [JSON.Member],
        _ export: () throws(ExportProblem) -> Result
    ) throws(ExportProblem) -> Result {
        let file = "\(folder)/\(ExportFiles.firebase)"
        let names = try ExportProblem.check { () throws(FileRefusal) in
            let names = try FolderReplacement.names(in: folder)
            if names == nil { try FolderReplacement.create(folder) }
            return names ?? []
        }
        let earlier = names.contains(ExportFiles.firebase) ? try members(of: file) : []
        let result = try export()
        let version = JSON.Member("version", .string(version))
        let kept = earlier.filter { $0.name != "version" && $0.name != product }
        var writer = JSONWriter(.pretty)
        writer.tree(.object([version] + kept + [JSON.Member(product, .object([version] + about))]))
        try ExportProblem.check { () throws(FileRefusal) in
            try FileReplacement.write(writer.bytes + [UInt8(ascii: "\n")], to: file)
        }
        return result
    }
}
