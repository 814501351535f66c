import FirestoreEmulator
import FirestoreExports
import NamedFiles
import PrintableText
import RealtimeDatabaseEmulator

/// What the emulators start with, and leave behind: files of documents, and folders of exports.
struct EmulatorData: Sendable {
    let emulator: Emulator
    let database: DatabaseRun?
    let project: String
    let isQuiet: Bool
    let context: CommandContext

    // MARK: Importing

    /// Reads a file of documents, or the exports in a folder.
    func load(from path: String) throws {
        let folder =
            (EmulatorPlan.isFolder(path) ?? false)
            ? try check(.wrongUsage, "import") { () throws(ExportProblem) in
                try FirebaseExport.read(folder: path)
            } : nil
        let databaseFolder = folder?.databaseFolder
        if let databaseFolder, let database { try load(databaseFolder, into: database) }
        // Without anything to read, the emulator says what is missing.
        if folder == nil || folder?.firestore != nil || databaseFolder == nil || database == nil {
            try loadDocuments(from: path)
        }
        if databaseFolder != nil, database == nil {
            note("\(path) has Realtime Databases too; --database-port serves them")
        }
    }

    private func loadDocuments(from path: String) throws {
        let progress = Progress(ProgressLine("importing", "document"), isQuiet: isQuiet, in: context)
        defer { progress.finish() }
        let count = try check(.wrongUsage, "import") { () throws(ArchiveError) in
            try emulator.importDocuments(from: path, project: project, onProgress: progress.update)
        }
        note("\(count) documents read from \(path)")
    }

    private func load(_ folder: String, into database: DatabaseRun) throws {
        let exports = try check(.wrongUsage, "import") { () throws(ExportProblem) in
            try DatabaseExport.all(inFolder: folder)
        }
        do throws(DatabaseEmulator.ImportProblem) {
            try database.emulator.replace(exports.map { .init(namespace: $0.name, json: $0.json) })
        } catch {
            throw CommandFailure(
                .wrongUsage, "cannot import: \(folder)/\(error.namespace).json: \(error.problem)")
        }
        for export in exports { note("database \(export.name) read from \(folder)") }
    }

    // MARK: Exporting

    /// The products that an export may have, as Firebase's tools call them.
    enum Product: String, CaseIterable {
        case firestore, database
    }

    /// Writes the documents, and the Realtime Databases if the path is that of a folder.
    ///
    /// - Parameters:
    ///   - path: A file `NAME.jsonl`, or a folder, existing or not.
    ///   - products: What to write.
    func export(to path: String, _ products: Set<Product> = Set(Product.allCases)) throws(CommandFailure) {
        if products.contains(.firestore) { try exportDocuments(to: path) }
        guard products.contains(.database), let database, !Emulator.exportsToFile(path) else { return }
        let contents = database.emulator.contents
        try check(.failed, "export") { () throws(ExportProblem) in
            try FirebaseExport.write(
                contents.map { DatabaseExport(name: $0.namespace, json: $0.json) }, toFolder: path,
                version: ProgramVersion.number)
        }
        for content in contents { note("database \(content.namespace) written to \(path)") }
    }

    private func exportDocuments(to path: String) throws(CommandFailure) {
        let exported = try check(.failed, "export") { () throws(ArchiveError) in
            try emulator.exportDocuments(
                to: path, project: project, version: ProgramVersion.number)
        }
        note("\(exported.written) documents written to \(path)")
        if exported.others > 0 {
            context.console.err(
                "receipts: \(exported.others) documents of other databases are not in \(path.printable); a file NAME.jsonl holds all"
            )
        }
    }

    // MARK: Reporting

    private func note(_ text: String) {
        if !isQuiet { context.console.err("receipts: \(text.printable)") }
    }

    @discardableResult
    private func check<Result, Problem: Error>(
        _ status: ExitStatus, _ verb: String, _ body: () throws(Problem) -> Result
    ) throws(CommandFailure) -> Result {
        do throws(Problem) {
            return try body()
        } catch {
            throw CommandFailure(Task.isCancelled ? .interrupted : status, "cannot \(verb): \(error)")
        }
    }
}
