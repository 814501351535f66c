import FirestoreModel

/// A document while the writes to it are worked through.
struct DocumentDraft {
    /// The version before the commit.
    let stored: StoredDocument?
    let requestTime: Timestamp
    /// The fields after the writes so far; nil when the document is not there.
    private(set) var fields: MapValue?
    /// True once the document was deleted on the way: what follows creates it anew.
    private(set) var isRecreated = false

    init(stored: StoredDocument?, requestTime: Timestamp) {
        self.stored = stored
        self.requestTime = requestTime
        fields = stored?.fields
    }

    /// Carries out one write.
    ///
    /// - Returns: What its transforms report.
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

    /// The fields, given up here so that they change in place.
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
            // What remains as it is remains where it is. The two zeros of doubles are equal, but not the same.
            if value == before, value != .double(0) { continue }
            target.set(value, at: transform.field)
            changed.append(transform.field)
        }
        // In the order in which Google's emulator sets them, which the order of the fields then shows to rules.
        if changed.count > 1 {
            for path in changed.inJavaHashOrder {
                if let value = target[path] { target.set(value, at: path) }
            }
        }
        fields = target
        return results
    }
}
