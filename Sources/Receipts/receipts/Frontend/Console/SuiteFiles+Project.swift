import NamedFiles
import ReceiptConsole

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SuiteFiles {
    /// The most files that are looked at beside a firebase.json.
    private static let most = 100

    /// The suites that were named, or else those in the folder of a firebase.json and in the folders there; nil if there is neither.
    init?(named paths: [String], config: String?) {
        if paths.isEmpty, config == nil { return nil }
        let folder = config.map { URL(filePath: $0).deletingLastPathComponent().relativePath } ?? "."
        self.init {
            paths.isEmpty ? SuiteFiles.suites(in: folder) : paths
        } read: { path in
            try? InputFile.regularText(path, as: "suite")
        } write: { content, path in
            try FileReplacement.write(content.utf8, to: path)
        }
    }

    /// The YAML files with a list of cases.
    private static func suites(in folder: String) -> [String] {
        let top = files(in: folder)
        let below = top.filter { EmulatorPlan.isFolder($0) == true }.flatMap { files(in: $0) }
        return (top + below).filter { path in
            guard path.hasSuffix(".yaml") || path.hasSuffix(".yml"), EmulatorPlan.isFolder(path) == false,
                let text = try? InputFile.regularText(path, as: "suite")
            else { return false }
            return text.split(separator: "\n").contains { $0.hasPrefix("cases:") }
        }
    }

    private static func files(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let shown = names.filter { !$0.hasPrefix(".") && $0 != "node_modules" }.sorted().prefix(most)
        return shown.map { folder == "." ? $0 : "\(folder)/\($0)" }
    }
}
