import FirestoreModel
import FirestoreRules

extension WriteOperation {
    /// A write as rules are asked about it.
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
                maskPaths: mask?.fieldPaths.map(\.description) ?? [])
        case .transform(let name):
            self.init(path: name.path, kind: .set, exists: exists, transforms: transforms)
        case .delete(let name): self.init(path: name.path, kind: .delete)
        case .verify(let name): self.init(path: name.path, kind: .verify)
        }
    }
}
