/// Reading and changing fields inside nested maps.
extension MapValue {
    /// The value at a path, or nil if any name on the way is missing or not a map.
    package subscript(path: FieldPath) -> Value? { value(at: path.names[...]) }

    private func value(at names: ArraySlice<FieldName>) -> Value? {
        guard let first = names.first, let value = self[first] else { return nil }
        if names.count == 1 { return value }
        return value.innerFields?.value(at: names.dropFirst())
    }

    /// Sets the value at a path, and creates maps on the way; a value on the way that is not a map is replaced by one.
    ///
    /// The outermost field moves to the end, as it does in Google's emulator.
    package mutating func set(_ value: Value, at path: FieldPath) {
        set(value, at: path.names[...])
    }

    private mutating func set(_ value: Value, at names: ArraySlice<FieldName>) {
        guard let first = names.first else { return }
        guard names.count > 1 else { return moveToEnd(first, value) }
        var inner = self[first]?.innerFields ?? MapValue()
        inner.set(value, at: names.dropFirst())
        moveToEnd(first, .map(inner))
    }

    /// Applies the fields of a mask: those missing from the new fields are removed.
    ///
    /// In the order of Google's emulator, which rules can see in the order of the fields.
    package mutating func update(with new: MapValue, _ mask: DocumentMask) {
        let paths = mask.fieldPaths.count > 1 ? mask.fieldPaths.inJavaHashOrder : mask.fieldPaths
        for path in paths where !path.isDocumentID {
            if let value = new[path] { set(value, at: path) } else { remove(at: path) }
        }
    }

    /// Removes the value at a path, if there is one. A map that loses its last field stays.
    ///
    /// A map around the value moves to the end, as it does in Google's emulator.
    package mutating func remove(at path: FieldPath) {
        remove(at: path.names[...])
    }

    private mutating func remove(at names: ArraySlice<FieldName>) {
        guard let first = names.first else { return }
        if names.count == 1 {
            self[first] = nil
        } else if var inner = self[first]?.innerFields, inner.value(at: names.dropFirst()) != nil {
            inner.remove(at: names.dropFirst())
            moveToEnd(first, .map(inner))
        }
    }
}

extension Value {
    /// The fields in which a path continues: those of a map. A vector, although written as a map, has no parts.
    var innerFields: MapValue? {
        mapValue.flatMap { $0.isVector ? nil : $0 }
    }
}
