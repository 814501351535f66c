import Foundation

/// The files that `Scripts/record` keeps beside a source file: `Fixtures/<name>.txt`.
struct RecordedFiles {
    private let folder: URL

    init(besides source: String) {
        folder = URL(fileURLWithPath: source).deletingLastPathComponent().appendingPathComponent("Fixtures")
    }

    var names: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(".txt".count)) }.sorted()
    }

    func url(_ name: String) -> URL { folder.appendingPathComponent(name + ".txt") }
}
