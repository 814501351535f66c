import NamedFiles

/// A Realtime Database in a folder of Firebase's tools: a file of JSON with its name.
package struct DatabaseExport: Sendable, Equatable {
    package let name: String
    package let json: [UInt8]

    package init(name: String, json: [UInt8]) {
        self.name = name
        self.json = json
    }

    private static let ending = ".json"
    private static let maximumSize = 1 << 30

    /// Reads the databases of a folder, by name.
    package static func all(inFolder folder: String) throws(ExportProblem) -> [DatabaseExport] {
        try ExportProblem.check { () throws(FileRefusal) in
            guard let names = try FolderReplacement.names(in: folder) else {
                throw FileRefusal(folder, .read, .missing)
            }
            var databases: [DatabaseExport] = []
            for file in names where file.hasSuffix(ending) {
                let json = try NamedFile.contents(of: "\(folder)/\(file)", limit: maximumSize)
                databases.append(DatabaseExport(name: String(file.dropLast(ending.count)), json: json))
            }
            return databases
        }
    }

    /// Writes databases to a folder, which is replaced as a whole if it has nothing but databases.
    static func write(_ databases: [DatabaseExport], toFolder path: String) throws(ExportProblem) {
        try ExportProblem.check { () throws(FileRefusal) in
            let folder = try FolderReplacement(of: path) { $0.allSatisfy { $0.hasSuffix(ending) } }
            do throws(FileRefusal) {
                for database in databases {
                    try FileReplacement.write(
                        database.json, to: "\(folder.draft)/\(database.name)\(ending)")
                }
                try folder.finish()
            } catch {
                folder.cancel()
                throw error
            }
        }
    }
}
