import JSONText
import NamedFiles

/// A folder as Firebase's tools write it: the exports of several products, and a file that names them.
///
/// Source: <https://github.com/firebase/firebase-tools>, `src/emulator/hubExport.ts`.
package struct FirebaseExport: Sendable {
    /// Firestore's export, or nil.
    package let firestore: Export?
    /// The folder of the Realtime Database's export, with a file of JSON for each database, or nil.
    package let databaseFolder: String?
    /// The other products with an export, such as `auth`.
    package let others: [String]

    private static let maximumSize = 1 << 20

    private init(firestore: Export?, databaseFolder: String? = nil, others: [String] = []) {
        self.firestore = firestore
        self.databaseFolder = databaseFolder
        self.others = others
    }

    // MARK: Reading

    /// Finds out what a folder holds: exports of several products, or Firestore's alone.
    package static func read(folder: String) throws(ExportProblem) -> FirebaseExport {
        let names = try ExportProblem.check { () throws(FileRefusal) in
            guard let names = try FolderReplacement.names(in: folder) else {
                throw FileRefusal(folder, .read, .missing)
            }
            return names
        }
        if names.contains(ExportFiles.firebase) { return try read(metadataOf: folder) }
        let exports = names.filter(Export.isOverallMetadata)
        guard let export = exports.first else {
            throw ExportProblem(
                folder,
                "it is a folder without an export: it has no \(ExportFiles.firebase) and no *\(ExportFiles.overallMetadata)"
            )
        }
        if exports.count > 1 {
            throw ExportProblem(
                folder, "it holds several exports; name the file of one, such as \(FileRefusal.name(export))")
        }
        return FirebaseExport(firestore: Export(overallMetadata: "\(folder)/\(export)"))
    }

    private static func read(metadataOf folder: String) throws(ExportProblem) -> FirebaseExport {
        let file = "\(folder)/\(ExportFiles.firebase)"
        let members = try members(of: file)
        func path(_ product: String, _ name: String) throws(ExportProblem) -> String? {
            guard let entry = members[product] else { return nil }
            guard let path = entry[name]?.string else {
                throw ExportProblem(file, "\"\(product)\" has no \"\(name)\"")
            }
            return "\(folder)/\(path)"
        }
        return FirebaseExport(
            firestore: try path("firestore", "metadata_file").map { Export(overallMetadata: $0) },
            databaseFolder: try path("database", "path"),
            others: members.map(\.name).filter { !["version", "firestore", "database"].contains($0) })
    }

    static func members(of file: String) throws(ExportProblem) -> [JSON.Member] {
        let bytes = try ExportProblem.check { () throws(FileRefusal) in
            try NamedFile.contents(of: file, limit: maximumSize)
        }
        let json: JSON
        do throws(JSONParser.Failure) { json = try JSONParser.parse(bytes) } catch {
            throw ExportProblem(file, "it is not JSON: \(error.description)")
        }
        guard case .object(let members) = json else {
            throw ExportProblem(file, "it is not an object of JSON")
        }
        return members
    }
}

extension Export {
    /// The export at a path: its overall metadata file, or a folder with it.
    package static func at(_ path: String) throws(ExportProblem) -> Export {
        if isOverallMetadata(path) { return Export(overallMetadata: path) }
        guard let export = try FirebaseExport.read(folder: path).firestore else {
            throw ExportProblem(path, "it holds no export of Firestore")
        }
        return export
    }
}
