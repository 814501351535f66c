import FirestoreModel

/// A document while its writes are applied.
struct DocumentDraft {
    /// The version before the commit.
    let stored: StoredDocument?
    let requestTime: Timestamp
    /// The fields after the writes so far; nil if the document does not exist.
    private(set) var fields: MapValue?
    /// True after the document was deleted in between: a later write creates it again.
    private(set) var isRecreated = false

    init(stored: StoredDocument?, requestTime: Timestamp) {
        self.stored = stored
        self.requestTime = requestTime
        fields = stored?.fields
    }

    /// Applies one write.
    ///
    /// - Returns: The results of its transforms.
    mutating func apply(_ write: Write) -> [Value] {
        switch write.operation {
        case .verify: return []
        case .delete:
            isRecreated = true
            fields = nil
            return []
        case .update(_, let new, let mask):
            guard let mask else { return finish(new, write.transforms) }
            var target = take()
            target.update(with: new, mask)
            return finish(target, write.transforms)
        case .transform: return finish(take(), write.transforms)
        }
    }

    /// The fields, moved out so that they change in place.
    private mutating func take() -> MapValue {
        defer { fields = nil }
        return fields ?? MapValue()
    }

    private mutating func finish(_ target: MapValue, _ transforms: [FieldTransform]) -> [Value] {
        var (target, results, changed) = (target, [Value](), [FieldPath]())
        for transform in transforms {
            let before = target[transform.field]
            let (value, reported) = transform.operation.apply(to: before, requestTime: requestTime)
            results.append(reported)
            // An unchanged field keeps its position. The two zeros of doubles are equal, but not the same.
            if value == before, value != .double(0) { continue }
            target.set(value, at: transform.field)
            changed.append(transform.field)
        }
        // In the order of Google's emulator, which rules can see in the order of the fields.
        if changed.count > 1 {
            for path in changed.inJavaHashOrder {
                if let value = target[path] { target.set(value, at: path) }
            }
        }
        fields = target
        return results
    }
}
