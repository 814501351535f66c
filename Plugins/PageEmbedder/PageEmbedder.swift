import Foundation

/// Writes a Swift source that holds files: `PageEmbedder OUTPUT FOLDER FILE...`.
@main
struct PageEmbedder {
    static func main() throws {
        let paths = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
        guard paths.count >= 2 else { throw CocoaError(.fileNoSuchFile) }
        let folder = paths[1].path()
        let pages = try paths.dropFirst(2).map { file in
            EmbeddedPage(
                path: String(file.path().dropFirst(folder.count)), bytes: Array(try Data(contentsOf: file)))
        }
        try Data(EmbeddedPage.source(of: pages).utf8).write(to: paths[0])
    }
}
