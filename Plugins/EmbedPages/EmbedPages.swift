import PackagePlugin

/// Puts every file below a target's folder `Pages` into the target, as a Swift source that the build generates.
///
/// The files are the command's inputs, so a build notices one that was changed, added or deleted.
@main
struct EmbedPages: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        guard let module = target as? SwiftSourceModuleTarget else { return [] }
        let folder = module.directoryURL.appending(path: "Pages", directoryHint: .isDirectory)
        let pages = module.sourceFiles.map(\.url).filter { $0.path().hasPrefix(folder.path()) }
            .sorted { $0.path() < $1.path() }
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedPages.swift")
        return [
            .buildCommand(
                displayName: "Embedding \(pages.count) pages",
                executable: try context.tool(named: "PageEmbedder").url,
                arguments: [output, folder].map { $0.path() } + pages.map { $0.path() },
                inputFiles: pages, outputFiles: [output])
        ]
    }
}
