import FirestoreModel
import FirestoreRules

extension WriteOperation {
    /// Writes as seen by the rules: all writes to one document count as one, with the final result.
    static func merged(_ writes: [Write]) -> [WriteOperation] {
        var operations: [WriteOperation] = []
        var places: [DocumentPath: Int] = [:]
        for write in writes {
            let operation = WriteOperation(write)
            if operation.kind != .verify, let place = places[operation.path] {
                operations[place].add(operation, write)
            } else {
                if operation.kind != .verify { places[operation.path] = operations.count }
                operations.append(operation)
            }
        }
        return operations
    }

    private mutating func add(_ later: WriteOperation, _ write: Write) {
        let base = kind == .delete ? MapValue() : knownFields
        kind = later.kind
        knownFields = later.knownFields
        if case .update(_, let fields, let mask?) = write.operation, later.transforms.isEmpty {
            knownFields = base
            knownFields?.update(with: fields, mask)
        }
        // The result of a transform is unknown, even if it is replaced afterwards.
        if !transforms.isEmpty { knownFields = nil }
        if kind == .delete {
            transforms = []
            maskPaths = nil
        }
        transforms += later.transforms.filter { !transforms.contains($0) }
        guard let laterPaths = later.maskPaths else { return }
        let paths = maskPaths ?? []
        maskPaths = paths + laterPaths.filter { !paths.contains($0) }
    }

    /// A write as seen by the rules.
    init(_ write: Write) {
        var exists: Bool?
        switch write.precondition {
        case .exists(let flag): exists = flag
        case .updateTime: exists = true
        case nil: exists = nil
        }
        let transforms = write.transforms.map(\.field.description)
        switch write.operation {
        case .update(let name, let fields, let mask):
            self.init(
                path: name.path, kind: .set, exists: exists,
                knownFields: mask == nil && transforms.isEmpty ? fields : nil, transforms: transforms,
                maskPaths: mask?.fieldPaths)
        case .transform(let name):
            self.init(path: name.path, kind: .set, exists: exists, transforms: transforms)
        case .delete(let name): self.init(path: name.path, kind: .delete, exists: exists)
        case .verify(let name): self.init(path: name.path, kind: .verify)
        }
    }
}
