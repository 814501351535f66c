package import FirestoreModel
import JSONText

/// The request of an emulator's `:export` of a database to a file.
package struct ExportRequest: WireMessage, Sendable, Equatable {
    /// The database's name, not checked yet.
    package var database: String
    /// The folder.
    package var exportDirectory: String
    /// The name of the file to create in it; nil to let the server choose.
    package var exportName: String?

    package init(database: String, exportDirectory: String, exportName: String? = nil) {
        self.database = database
        self.exportDirectory = exportDirectory
        self.exportName = exportName
    }

    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(json, "database", "exportDirectory", "exportName")
            return ExportRequest(
                database: try reader.string("database") ?? "",
                exportDirectory: try reader.string("exportDirectory") ?? "",
                exportName: try reader.text("exportName"))
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("database") { $0.string(database) }
        writer.member("export_directory") { $0.string(exportDirectory) }
        if let exportName { writer.member("export_name") { $0.string(exportName) } }
    }
}

/// The request of an emulator's `:import` of a database from a file.
package struct ImportRequest: WireMessage, Sendable, Equatable {
    /// The database's name, not checked yet.
    package var database: String
    /// The path of the file; a directory only in name, as in Google's emulator.
    package var exportDirectory: String

    package init(database: String, exportDirectory: String) {
        self.database = database
        self.exportDirectory = exportDirectory
    }

    package init(body: [UInt8]) throws(RPCStatus) {
        self = try WireDecoder.decode(body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(json, "database", "exportDirectory")
            return ImportRequest(
                database: try reader.string("database") ?? "",
                exportDirectory: try reader.string("exportDirectory") ?? "")
        }
    }

    package func writeMembers(to writer: inout WireEncoder) {
        writer.member("database") { $0.string(database) }
        writer.member("export_directory") { $0.string(exportDirectory) }
    }
}
