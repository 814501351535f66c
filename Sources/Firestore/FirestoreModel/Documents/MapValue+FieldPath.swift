/// Reading and changing fields inside nested maps.
extension MapValue {
    /// The value at a path, or nil where any name on the way is missing or not a map.
    package subscript(path: FieldPath) -> Value? { value(at: path.names[...]) }

    private func value(at names: ArraySlice<FieldName>) -> Value? {
        guard let first = names.first, let value = self[first] else { return nil }
        if names.count == 1 { return value }
        return value.innerFields?.value(at: names.dropFirst())
    }

    /// Sets the value at a path, making maps on the way; a value on the way that is no map is replaced by one.
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

    /// Takes over the fields of a mask: those that are not among the new fields go.
    ///
    /// In the order in which Google's emulator does, which the order of the fields then shows to rules.
    package mutating func update(with new: MapValue, _ mask: DocumentMask) {
        let paths = mask.fieldPaths.count > 1 ? mask.fieldPaths.inJavaHashOrder : mask.fieldPaths
        for path in paths where !path.isDocumentID {
            if let value = new[path] { set(value, at: path) } else { remove(at: path) }
        }
    }

    /// Removes the value at a path; does nothing where there is none. A map that loses its last field stays.
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
    /// The fields that a path leads on to: those of a map. A vector, though written as one, is a value without parts.
    var innerFields: MapValue? {
        mapValue.flatMap { $0.isVector ? nil : $0 }
    }
}
