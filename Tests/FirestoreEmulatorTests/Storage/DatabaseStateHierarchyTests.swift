import FirestoreModel
import TestSupport
import Testing

@testable import FirestoreEmulator

@Suite("Collections and missing documents")
struct DatabaseStateHierarchyTests {
    private static func state(_ paths: [[String]]) -> DatabaseState {
        var state = DatabaseState()
        for path in paths.compactMap({ DocumentPath(segments: $0.map { ResourceID($0) }) }) {
            let name = DocumentName(DatabaseID(project: "p"), path)
            state.set(path, to: StoredDocument(name: name, fields: [:], createTime: .zero, updateTime: .zero))
        }
        return state
    }

    @Test(arguments: SeededGenerator.seeds(8))
    func `ids are those that the paths of documents tell`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let ids = ["a", "b", "__id7__", "é", "B"]
        let paths = generator.list(0...40) { generator in
            (0..<2 * generator.int(1...3)).map { _ in generator.pick(ids) }
        }
        let state = Self.state(paths)
        for parent in [[], ["a", "b"], ["b", "b"], ["a", "b", "a", "a"]] {
            let children = paths.filter { $0.starts(with: parent) && $0.count > parent.count }
            let expected = Set(children.map { ResourceID($0[parent.count]) }).sorted()
            let path = DocumentPath(segments: parent.map { ResourceID($0) })
            #expect(state.collectionIDs(below: path) == expected, "seed \(seed)")
        }
        for collection in [["a"], ["b", "b", "a"]] {
            let children = paths.filter { $0.starts(with: collection) && $0.count > collection.count + 1 }
            let expected = Set(children.map { ResourceID($0[collection.count]) }).sorted()
            guard let path = CollectionPath(segments: collection.map { ResourceID($0) }) else { continue }
            for start in [nil] + ids.map({ ResourceID($0) }) {
                let rest = expected.filter { id in start.map { id > $0 } ?? true }
                #expect(
                    state.parentIDs(in: path, after: start, most: .max) { _ in true } == rest, "seed \(seed)")
                #expect(
                    state.parentIDs(in: path, after: start, most: 1) { $0.string != "a" }
                        == Array(rest.filter { $0.string != "a" }.prefix(1)))
            }
        }
    }
}
