/// An import of one target of the package by another.
struct SourceImport: Hashable, Comparable, CustomStringConvertible {
    /// The file, from the root of the package.
    let file: String
    let target: Target
    let imported: Target

    var description: String { "\(file) imports \(imported.name)" }

    static func < (left: SourceImport, right: SourceImport) -> Bool {
        (left.file, left.imported.name) < (right.file, right.imported.name)
    }
}

/// A target below Sources.
struct Target: Hashable {
    let name: String
    /// The folder of Sources that it is in.
    let tier: String
}

extension SourceImport {
    /// The imports of the package's own targets in some files.
    ///
    /// - Parameter files: Texts by path, such as `Sources/Base/JSONText/JSON.swift`.
    static func all(in files: [String: String]) -> [SourceImport] {
        var targets: [String: Target] = [:]
        for path in files.keys {
            guard let target = Target(path: path) else { continue }
            targets[target.name] = target
        }
        return files.flatMap { path, text in
            guard let target = Target(path: path) else { return [SourceImport]() }
            return names(in: text).compactMap { name in
                guard name != target.name, let imported = targets[name] else { return nil }
                return SourceImport(file: path, target: target, imported: imported)
            }
        }.sorted()
    }

    /// The modules that a file imports, once each.
    static func names(in text: String) -> Set<String> {
        // `@testable import A`, `public import A`, `import struct A.B`
        let line =
            #/^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(?:(?:struct|class|enum|protocol|func|let|var|typealias)\s+)?(\w+)/#
        return Set(text.split(separator: "\n").compactMap { $0.prefixMatch(of: line).map { String($0.1) } })
    }
}

extension Target {
    /// The target that a file belongs to; nil for one that is not below Sources.
    init?(path: String) {
        let parts = path.split(separator: "/")
        guard parts.count > 3, parts[0] == "Sources" else { return nil }
        self.init(name: String(parts[2]), tier: String(parts[1]))
    }
}
