import FirestoreModel

/// Reads writes.
struct WriteReader {
    let database: DatabaseID

    /// The data of a write in parts.
    private struct Parts {
        var fields = MapValue()
        var transforms: [FieldTransform] = []
        var deletions: [FieldPath] = []
        /// The paths of the values; a map that is not empty is listed by its leaves.
        var leaves: [FieldPath] = []
    }

    private static let operations = ["create", "set", "merge", "update", "delete"]

    /// A whole document, whether or not it exists.
    func set(_ path: DocumentPath, _ data: SuiteCursor) throws(SuiteProblem) -> Write {
        let parts = try parts(data, canDelete: false)
        return Write(
            .update(DocumentName(database, path), parts.fields, mask: nil), transforms: parts.transforms)
    }

    func write(
        _ name: String, _ target: SuiteCursor, _ data: SuiteCursor?, in step: SuiteCursor
    ) throws(SuiteProblem) -> Write {
        let path = try documentPath(try target.string(), target)
        let document = DocumentName(database, path)
        if name == "delete" { return Write(.delete(document)) }
        guard let data else { throw step.problem("\(name) needs \"data\"; {} for no fields") }
        switch name {
        case "set": return try set(path, data)
        case "create":
            var write = try set(path, data)
            write.precondition = .exists(false)
            return write
        case "merge":
            let parts = try parts(data, canDelete: true)
            return Write(
                .update(document, parts.fields, mask: DocumentMask(parts.leaves + parts.deletions)),
                transforms: parts.transforms)
        default: return try update(document, data)
        }
    }

    /// The fields of `data`, each as a whole; dots lead into maps.
    private func update(_ document: DocumentName, _ data: SuiteCursor) throws(SuiteProblem) -> Write {
        var parts = Parts()
        var mask: [FieldPath] = []
        for (key, value) in try data.entries() {
            let path = try fieldPath(key, value)
            var inner = Parts()
            try read(value, at: path, canDelete: true, into: &inner)
            parts.transforms += inner.transforms
            // A field that is only a transform is not in the mask.
            let isTransform = !inner.transforms.isEmpty && inner.fields.isEmpty
            if !isTransform { mask.append(path) }
            if let value = inner.fields[path] { parts.fields.set(value, at: path) }
        }
        return Write(
            .update(document, parts.fields, mask: DocumentMask(mask)), transforms: parts.transforms,
            precondition: .exists(true))
    }

    func batch(_ cursor: SuiteCursor) throws(SuiteProblem) -> [Write] {
        var writes: [Write] = []
        for element in try cursor.elements() {
            let members = try element.members(WriteReader.operations + ["data"], of: "a write")
            let named = WriteReader.operations.filter { members[$0] != nil }
            guard let name = named.first, named.count == 1, let target = members[name] else {
                throw element.problem(
                    "a write needs exactly one of: \(WriteReader.operations.joined(separator: ", "))")
            }
            if name == "delete", let data = members["data"] { throw data.problem("delete takes no data") }
            writes.append(try write(name, target, members["data"], in: element))
        }
        if writes.isEmpty { throw cursor.problem("there are no writes") }
        return writes
    }

    /// `get` elements, then writes.
    func transaction(_ cursor: SuiteCursor) throws(SuiteProblem) -> SuiteOperation {
        var reads: [DocumentPath] = []
        var writes: [SuiteNode] = []
        for element in try cursor.elements() {
            if case .map(let entries) = element.node.content, entries.contains(where: { $0.key == "get" }) {
                let members = try element.members(["get"], of: "a read")
                if !writes.isEmpty { throw element.problem("a transaction reads before it writes") }
                guard let target = members["get"] else { continue }
                reads.append(try documentPath(try target.string(), target))
            } else {
                writes.append(element.node)
            }
        }
        if writes.isEmpty {
            if reads.isEmpty { throw cursor.problem("there is nothing in the transaction") }
            return .transaction(reads: reads, writes: [])
        }
        let list = SuiteNode(content: .list(writes), line: cursor.line)
        return .transaction(
            reads: reads, writes: try batch(SuiteCursor(list, file: cursor.file, path: cursor.path)))
    }

    // MARK: Data

    private func parts(_ data: SuiteCursor, canDelete: Bool) throws(SuiteProblem) -> Parts {
        var parts = Parts()
        for (key, value) in try data.entries() {
            try read(value, at: FieldPath([key]), canDelete: canDelete, into: &parts)
        }
        return parts
    }

    private func read(
        _ cursor: SuiteCursor, at path: FieldPath, canDelete: Bool, into parts: inout Parts
    ) throws(SuiteProblem) {
        guard case .map = cursor.node.content else { return try keep(cursor, at: path, in: &parts) }
        let entries = try cursor.entries()
        if let (tag, operand) = ValueReader.tag(entries) {
            if tag == "$delete" {
                guard canDelete else { throw cursor.problem("$delete is for update and merge only") }
                parts.deletions.append(path)
            } else if let operation = try transform(tag, operand) {
                parts.transforms.append(FieldTransform(path, operation))
            } else {
                try keep(cursor, at: path, in: &parts)
            }
            return
        }
        if entries.isEmpty { return try keep(cursor, at: path, in: &parts) }
        for (key, value) in entries {
            try read(
                value, at: FieldPath(names: path.names + [FieldName(key)]), canDelete: canDelete, into: &parts
            )
        }
    }

    private func keep(_ cursor: SuiteCursor, at path: FieldPath, in parts: inout Parts) throws(SuiteProblem) {
        parts.fields.set(try ValueReader(database: database).value(cursor), at: path)
        parts.leaves.append(path)
    }

    private func transform(
        _ tag: String, _ operand: SuiteCursor
    ) throws(SuiteProblem) -> FieldTransform.Operation? {
        guard ValueReader.transforms.contains(tag) else { return nil }
        if tag == "$serverTimestamp" {
            guard case .bool(true) = operand.node.content else { throw operand.problem("expected true") }
            return .setToServerTime
        }
        let value = try ValueReader(database: database).value(operand)
        if tag == "$arrayUnion" || tag == "$arrayRemove" {
            guard case .array(let elements) = value else {
                throw operand.problem("expected a list, found \(operand.node.kind)")
            }
            return tag == "$arrayUnion" ? .appendMissingElements(elements) : .removeAllFromArray(elements)
        }
        switch value {
        case .integer, .double: break
        default: throw operand.problem("expected a number, found \(operand.node.kind)")
        }
        switch tag {
        case "$increment": return .increment(value)
        case "$maximum": return .maximum(value)
        default: return .minimum(value)
        }
    }

    private func fieldPath(_ text: String, _ cursor: SuiteCursor) throws(SuiteProblem) -> FieldPath {
        if let path = try? FieldPath(parsing: text) { return path }
        let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if names.contains("") { throw cursor.problem("\"\(text)\" is not a path of fields") }
        return FieldPath(names)
    }
}
