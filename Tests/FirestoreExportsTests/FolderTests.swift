import FirestoreModel
import Foundation
import TestSupport
import Testing

@testable import FirestoreExports

@Suite("Folders of exports")
struct FolderTests {
    private let folder: TemporaryFolder
    private static let time = Timestamp(seconds: 1_795_722_136, nanoseconds: 0)

    init() throws { folder = try TemporaryFolder() }

    private static func documents(_ count: Int) throws -> [Document] {
        try (0..<count).map { index in
            let path = try #require(DocumentPath(segments: [ResourceID("c"), ResourceID("d\(index)")]))
            return Document(
                name: DocumentName(DatabaseID(project: "p"), path), fields: ["n": .integer(Int64(index))])
        }
    }

    @discardableResult
    private func write(_ count: Int, to name: String = "e") throws -> Int {
        try Export.write(Self.documents(count), toFolder: "\(folder.path)/\(name)") { Self.time }
    }

    private func read(_ name: String = "e") throws -> [Document] {
        var documents: [Document] = []
        try Export.at("\(folder.path)/\(name)").forEachDocument(in: nil) { documents.append($0) }
        return documents
    }

    private func files(_ name: String = "e") throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(folder.path)/\(name)").sorted()
    }

    private func problem(_ name: String = "e") -> String? {
        do {
            _ = try read(name)
            return nil
        } catch {
            return String("\(error)".dropFirst(folder.path.count + 1))
        }
    }

    private func hex(_ name: String) throws -> String {
        let data = try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))
        return data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(arguments: [0, 1, 5000, 5001])
    func `documents are read as they were written, 5000 a file`(count: Int) throws {
        #expect(try write(count) == count)
        #expect(try read() == Self.documents(count))
        let outputs = try files().filter { $0.contains("output-") }
        #expect(outputs.count == (count + 4999) / 5000)
    }

    @Test func `files have the bytes of Google's emulator`() throws {
        let path = try #require(DocumentPath(segments: [ResourceID("x"), ResourceID("y")]))
        let name = DocumentName(DatabaseID(project: "demo-fx", database: "db2"), path)
        let document = Document(name: name, fields: ["self": .reference(name)])
        try Export.write([document], toFolder: "\(folder.path)/db2") { Self.time }
        #expect(
            try hex("db2/all_namespaces/all_kinds/output-0")
                == "2bc705595400016a1d6a0b6465767e64656d6f2d667872080b1201782201790c"
                + "ba01036462327a281a0473656c6620002a1e636a0b6465767e64656d6f2d6678"
                + "737a01788a01017974ba0103646232648201080b1201782201790c")
        #expect(
            try hex("db2/db2.overall_export_metadata")
                == "b86d444e010001336e1259844f00010a4d0a04080218031241616c6c5f6e616d"
                + "657370616365732f616c6c5f6b696e64732f616c6c5f6e616d65737061636573"
                + "5f616c6c5f6b696e64732e6578706f72745f6d657461646174611801205b")
        try write(0, to: "nothing")
        #expect(try hex("nothing/nothing.overall_export_metadata") == "b86d444e01000133052b2843000001")
        #expect(try files("nothing") == ["nothing.overall_export_metadata"])
    }

    @Test func `an earlier export is replaced, other files are not`() throws {
        try write(5)
        try write(2)
        #expect(try read().count == 2)
        try folder.write("mine", to: "notes.txt")
        #expect(throws: ExportProblem.self) {
            try Export.write(Self.documents(1), toFolder: folder.path) { Self.time }
        }
        #expect(try folder.read("notes.txt") == "mine")
        #expect(throws: ExportProblem.self) { try write(1, to: "none/e") }
        #expect(throws: ExportProblem.self) { try write(1, to: "notes.txt") }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["e", "notes.txt"])
    }

    @Test func `Firebase's metadata leads to the export, and other products stay`() throws {
        let path = "\(folder.path)/f"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try folder.write(
            #"{"version": "15.0.0", "auth": {"version": "15.0.0", "path": "auth_export"}}"#,
            to: "f/firebase-export-metadata.json")
        #expect(problem("f") == "f: it holds no export of Firestore")
        try FirebaseExport.write(Self.documents(3), toFolder: path, version: "0.1.0") { Self.time }
        #expect(try read("f") == Self.documents(3))
        let export = try FirebaseExport.read(folder: path)
        #expect(export.others == ["auth"])
        #expect(export.databaseFolder == nil)
    }

    @Test func `databases are files of JSON beside Firestore's export`() throws {
        let path = "\(folder.path)/f"
        let databases = [
            DatabaseExport(name: "a-default-rtdb", json: Array(#"{"x":1}"#.utf8)),
            DatabaseExport(name: "b", json: Array("true".utf8)),
        ]
        try FirebaseExport.write(Self.documents(3), toFolder: path, version: "0.1.0") { Self.time }
        try FirebaseExport.write(databases, toFolder: path, version: "0.1.0")
        #expect(try files("f/database_export") == ["a-default-rtdb.json", "b.json"])
        let export = try FirebaseExport.read(folder: path)
        let place = try #require(export.databaseFolder)
        #expect(try DatabaseExport.all(inFolder: place) == databases)
        #expect(try read("f") == Self.documents(3))
        // Later exports replace all databases, and only those.
        try FirebaseExport.write([databases[1]], toFolder: path, version: "0.1.0")
        try FirebaseExport.write(Self.documents(1), toFolder: path, version: "0.1.0") { Self.time }
        #expect(try DatabaseExport.all(inFolder: place) == [databases[1]])
        #expect(
            try folder.read("f/firebase-export-metadata.json") == """
                {
                  "version": "0.1.0",
                  "database": {
                    "version": "0.1.0",
                    "path": "database_export"
                  },
                  "firestore": {
                    "version": "0.1.0",
                    "path": "firestore_export",
                    "metadata_file": "firestore_export/firestore_export.overall_export_metadata"
                  }
                }

                """)
        try folder.write("mine", to: "f/database_export/notes.txt")
        #expect(throws: ExportProblem.self) {
            try FirebaseExport.write(databases, toFolder: path, version: "0.1.0")
        }
        #expect(throws: ExportProblem.self) { try DatabaseExport.all(inFolder: "\(path)/none") }
    }

    @Test func `a folder that is no export is refused with the reason`() throws {
        #expect(problem("none") == "none: cannot read it: there is no such file")
        #expect(problem("")?.hasPrefix(": it is a folder without an export") == true)
        try write(1)
        let overall = "e/e.overall_export_metadata"
        try FileManager.default.copyItem(
            atPath: "\(folder.path)/\(overall)", toPath: "\(folder.path)/e/b.overall_export_metadata")
        #expect(
            problem()
                == "e: it holds several exports; name the file of one, such as b.overall_export_metadata")
        try FileManager.default.removeItem(
            atPath: "\(folder.path)/e/all_namespaces/all_kinds/output-0")
        #expect(
            problem(overall)
                == "e/all_namespaces/all_kinds/output-0: cannot read it: there is no such file")
        try folder.write("no record", to: overall)
        #expect(problem(overall)?.hasPrefix("\(overall): record at byte 0: ") == true)
        try folder.write("", to: overall)
        #expect(problem(overall) == "\(overall): it is not the metadata of an export: it is empty")
        try folder.write("{", to: "firebase-export-metadata.json")
        #expect(problem("")?.hasPrefix("/firebase-export-metadata.json: it is not JSON: ") == true)
        try folder.write(#"{"firestore": {}}"#, to: "firebase-export-metadata.json")
        #expect(problem("") == #"/firebase-export-metadata.json: "firestore" has no "metadata_file""#)
    }

    @Test func `metadata leads to no file outside its folder`() throws {
        try write(1)
        var documents = ExportMetadata.Documents()
        documents.files = ["../../../secret"]
        let bytes = ExportMetadata.bytes(documents, name: "e", times: 0...1)
        let place = "e/all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata"
        try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(place)"))
        #expect(problem() == "\(place): it names a file outside its folder: ../../../secret")
    }
}
