import FirestoreModel
package import JSONText

/// Writes messages as JSON, with zeros, names and times as in Google's emulator.
package struct WireEncoder {
    package var json: JSONWriter
    /// True for responses: Google's emulator drops the sign of zero.
    let forgetsSignOfZero: Bool
    private var lastWritten = LastWritten()

    package init(_ style: JSONWriter.Style, capacity: Int = 256, forgetsSignOfZero: Bool = false) {
        json = JSONWriter(style, capacity: capacity)
        self.forgetsSignOfZero = forgetsSignOfZero
    }

    /// What has been written.
    package var bytes: [UInt8] {
        mutating get { json.bytes }
    }

    /// Writes an object whose members the closure writes, each by ``member(_:_:)``.
    package mutating func object(_ members: (inout WireEncoder) -> Void) {
        json.beginObject()
        members(&self)
        json.endObject()
    }

    /// Writes an object whose one member is a string.
    package mutating func object(_ name: StaticString, string text: String) {
        json.object(name, string: text)
    }

    /// Writes a member of the innermost object: its name, and whatever value the closure writes.
    package mutating func member(_ name: String, _ value: (inout WireEncoder) -> Void) {
        json.beginMember(name)
        value(&self)
        json.endMember()
    }

    /// Writes an array, one element for each of the values.
    package mutating func array<Element>(
        _ elements: some Sequence<Element>, _ element: (inout WireEncoder, Element) -> Void
    ) {
        var array = json.beginArray(count: elements.underestimatedCount)
        for value in elements {
            json.beginElement(of: &array)
            element(&self, value)
        }
        json.endArray()
    }

    package mutating func null() { json.null() }

    package mutating func boolean(_ value: Bool) { json.boolean(value) }

    package mutating func integer(_ value: some FixedWidthInteger) { json.integer(value) }

    package mutating func string(_ text: String) { json.string(text) }

    /// Writes the digits of a number, or other text that is already JSON.
    package mutating func raw(_ text: String) { json.raw(text) }
}

/// The last output of its kind, and its position: the next document is often in the same collection, and from the
/// same commit. Copying is several times faster than writing it again.
private struct LastWritten {
    var name: (name: DocumentName, collection: Range<Int>)?
    var time: (time: Timestamp, text: Range<Int>)?
}

extension WireEncoder {
    /// Writes the name of a document.
    mutating func name(_ name: DocumentName) {
        if let last = lastWritten.name, last.name.isSibling(of: name) {
            json.again(last.collection)
        } else {
            let start = json.position
            json.raw("\"projects/")
            json.part(ofString: name.database.project)
            json.raw("/databases/")
            json.part(ofString: name.database.database)
            json.raw("/documents/")
            for segment in name.path.segments.dropLast() {
                json.part(ofString: segment.string)
                json.raw("/")
            }
            lastWritten.name = (name, start..<json.position)
        }
        json.part(ofString: name.path.id.string)
        json.raw("\"")
    }

    /// Writes a time in RFC 3339 format.
    mutating func time(_ time: Timestamp) {
        if let last = lastWritten.time, last.time == time { return json.again(last.text) }
        let start = json.position
        json.string(time.description)
        lastWritten.time = (time, start..<json.position)
    }
}

extension DocumentName {
    /// Whether another document is in the same collection.
    fileprivate func isSibling(of other: DocumentName) -> Bool {
        database == other.database && path.segments.dropLast() == other.path.segments.dropLast()
    }
}
