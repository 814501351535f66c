import JSONText
package import RealtimeDatabaseModel

/// Databases as JSON, as Firebase's tools export and import them.
///
/// Source: <https://github.com/firebase/firebase-tools>, `src/emulator/hubExport.ts` and `databaseEmulator.ts`.
extension DatabaseEmulator {
    /// A whole database.
    package struct Content: Sendable {
        package let namespace: String
        /// The data in the export format, without lists.
        package let json: [UInt8]

        package init(namespace: String, json: [UInt8]) {
            self.namespace = namespace
            self.json = json
        }
    }

    /// Why a database cannot be imported.
    package struct ImportProblem: Error {
        package let namespace: String
        package let problem: DataProblem
    }

    /// The databases that have data, by name.
    package var contents: [Content] {
        adapter.databases.all.compactMap { database in
            let root = database.root
            if root.isNull { return nil }
            var writer = JSONWriter(.compact)
            root.write(to: &writer, rendersArrays: false)
            return Content(namespace: database.namespace, json: writer.bytes)
        }
    }

    /// Replaces the data of databases, whatever their rules say. Replaces nothing if one of them cannot hold its data.
    package func replace(_ contents: [Content]) throws(ImportProblem) {
        var trees: [(String, JSON)] = []
        for content in contents {
            do throws(DataProblem) {
                trees.append((content.namespace, try DatabaseEmulator.tree(content)))
            } catch {
                throw ImportProblem(namespace: content.namespace, problem: error)
            }
        }
        for (namespace, tree) in trees {
            let write = WriteRequest(path: .root, content: .put(tree))
            do throws(WriteRefusal) { _ = try adapter.databases.database(namespace).write(write) } catch {
                switch error {
                case .invalid(let problem): throw ImportProblem(namespace: namespace, problem: problem)
                // There is no condition, and nobody asks the rules.
                case .changed, .denied: continue
                }
            }
        }
    }

    private static func tree(_ content: Content) throws(DataProblem) -> JSON {
        guard DatabaseRegistry.isName(content.namespace) else {
            throw DataProblem("a database cannot have this name")
        }
        let tree: JSON
        do throws(JSONParser.Failure) { tree = try JSONParser.parse(content.json) } catch {
            throw DataProblem("it is not JSON: \(error.description)")
        }
        _ = try DataNode(tree)
        return tree
    }
}
