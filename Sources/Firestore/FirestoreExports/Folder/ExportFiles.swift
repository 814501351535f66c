/// The names of an export's files.
enum ExportFiles {
    /// The end of the name of the file that leads to all others.
    static let overallMetadata = ".overall_export_metadata"
    /// The folder of the documents, as Google's emulator names it.
    static let documents = "all_namespaces/all_kinds"
    /// The metadata of the documents, in their folder.
    static let metadata = "all_namespaces_all_kinds.export_metadata"
    /// What Firebase's tools write beside the exports of several products.
    static let firebase = "firebase-export-metadata.json"
    /// The folder of Firestore's export below theirs.
    static let firestore = "firestore_export"
    /// The folder of the Realtime Databases below theirs.
    static let databases = "database_export"
}
