import FirestoreModel
import PrintableText
import ReadReceipts

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The schema file of `--schema FILE`.
enum SchemaFile {
    /// Reads a schema.
    ///
    /// - Throws: ``CommandFailure`` for unknown members: ignoring them would write receipts to the wrong fields.
    static func read(_ path: String) throws -> ReceiptSchema {
        let members = try JSONFile.read(MemberNames.self, from: path, as: "schema").names
        let known = try knownMembers()
        for name in members where !known.contains(name) {
            throw failure(
                path,
                "a schema has no member \"\(name.beginning(limit: 60))\".\(Spelling.question(name, among: known))"
            )
        }
        for row in try JSONFile.read(StageRows.self, from: path, as: "schema").stages ?? [] {
            for name in row.names where !stageMembers.contains(name) {
                throw failure(
                    path,
                    "a stage has no member \"\(name.beginning(limit: 60))\".\(Spelling.question(name, among: stageMembers))"
                )
            }
        }
        let schema = try JSONFile.read(ReceiptSchema.self, from: path, as: "schema")
        let collections = [
            ("conversations", schema.conversations), ("messages", schema.messages), ("users", schema.users),
            ("cursors", schema.cursors?.collection ?? "reads"),
            ("cursors", schema.cursors?.privateCollection ?? "privateReads"),
        ]
        for (name, id) in collections where ResourceID(id).problem != nil {
            throw failure(path, "at \(name): \"\(id.beginning(limit: 60))\" is not a valid collection id")
        }
        return schema
    }

    private static func failure(_ path: String, _ problem: String) -> CommandFailure {
        CommandFailure(.wrongUsage, "the schema file \(path) is invalid: \(problem)")
    }

    private static func knownMembers() throws -> [String] {
        // Only a schema with cursors has all members.
        let whole = try JSONDecoder().decode(
            MemberNames.self, from: JSONEncoder().encode(ReceiptSchema.readUpTo))
        return ["preset"] + whole.names.sorted()
    }

    private static let stageMembers = ReceiptStage.memberNames

    private struct StageRows: Decodable {
        let stages: [MemberNames]?
    }

    /// The names of an object's members.
    private struct MemberNames: Decodable {
        struct Key: CodingKey {
            let stringValue: String
            let intValue: Int? = nil

            init(stringValue: String) { self.stringValue = stringValue }

            init?(intValue: Int) { nil }
        }

        let names: [String]

        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
        }
    }
}
