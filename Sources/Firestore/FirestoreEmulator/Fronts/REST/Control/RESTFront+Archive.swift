import FirestoreExports
import FirestoreModel
import FirestoreREST
import FirestoreRPC
import HTTPTransport

/// Keeping a database in files on the emulator's machine.
extension RESTFront {
    func exportDocuments(_ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try ExportRequest(body: context.body)
        let id = try DatabaseID(wire: request.database)
        _ = try context.identity()
        guard TextFile.isDirectory(request.exportDirectory) else {
            throw RPCStatus(.failedPrecondition, "export_directory must be a directory")
        }
        if request.exportName?.contains("/") == true {
            throw .invalidArgument(
                "export_name must be the name of a folder or file, without its own folder.")
        }
        let name = request.exportName ?? "firestore_export_\(core.clock.now().seconds)"
        do throws(ArchiveError) {
            try export(core.database(id).latestState, to: "\(request.exportDirectory)/\(name)")
        } catch {
            throw RPCStatus(.internal, "failed to write export: \(error)")
        }
        return .emptyMessage
    }

    private func export(_ state: DatabaseState, to path: String) throws(ArchiveError) {
        if DocumentArchive.isFileOfLines(path) {
            try DocumentArchive.write([state], to: path)
            return
        }
        do throws(ExportProblem) {
            try Export.write(state.documents, toFolder: path, now: core.clock.now)
        } catch {
            throw ArchiveError(error)
        }
    }

    func importDocuments(_ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try ImportRequest(body: context.body)
        let id = try DatabaseID(wire: request.database)
        _ = try context.identity()
        do throws(ArchiveError) {
            let archive = try DocumentArchive(contentsOf: request.exportDirectory, into: id)
            core.database(id).load(archive.documents[id] ?? [])
        } catch {
            throw .invalidArgument("failed to read import: \(error)")
        }
        return .emptyMessage
    }
}
