#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The rules files of somebody's project, relative to its folder.
struct ProjectRules {
    /// The file that names them; nil if they were found by their usual names.
    let configuration: String?
    /// The files, Firestore's first, each once.
    let files: [String]

    /// Finds the rules.
    ///
    /// - Throws: ``CommandFailure`` if the project has no rules, or firebase.json is invalid.
    init(in folder: ProjectFolder) throws {
        let found: [String?]
        if folder.has("firebase.json") {
            configuration = "firebase.json"
            let file = try JSONFile.read(
                FirebaseConfiguration.self, from: folder.path("firebase.json"), as: "configuration")
            found = (file.firestore?.all ?? []).map(\.rules) + (file.database?.all ?? []).map(\.rules)
        } else {
            configuration = nil
            found = ["firestore.rules", "database.rules.json"].filter(folder.has)
        }
        var files: [String] = []
        for case let file? in found where !files.contains(file) { files.append(file) }
        self.files = files
        if !files.isEmpty { return }
        throw CommandFailure(
            .wrongUsage,
            configuration == nil
                ? "there is neither a firebase.json nor a firestore.rules in \(folder.name); pass the project's folder"
                : "\(folder.path("firebase.json")) names no rules; add {\"firestore\": {\"rules\": \"firestore.rules\"}}"
        )
    }
}
