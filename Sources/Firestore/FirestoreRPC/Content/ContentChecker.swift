package import FirestoreModel

/// Judges the content of a message while a codec decodes it, whatever the message's form on the wire is.
///
/// What is wrong is recorded, and the first of it is reported later; decoding goes on with a placeholder that nobody sees.
package struct ContentChecker: Sendable {
    private var refusals = FirstRefusal()
    /// The first array or vector inside an array, which no document can store. As values in queries, which
    /// then match nothing, and as operands of transforms they are accepted.
    private var nestedArray: Value.TypeClass?
    /// The last name: most names in a message are in one collection.
    private var lastName: LastName?

    package init() {}

    /// The first thing that is wrong.
    package var refusal: RPCStatus? { refusals.status }

    package mutating func refuse(_ status: RPCStatus) { refusals.add(status) }

    /// Continues as if nothing had been wrong so far.
    package mutating func forgetRefusal() { refusals = FirstRefusal() }

    /// Returns a result, or records the refusal and continues with a placeholder.
    package mutating func accept<T>(_ standIn: T, _ make: () throws(RPCStatus) -> T) -> T {
        refusals.accept(standIn, make)
    }

    /// Checks that Firestore could store a time that is compared with stored ones.
    package mutating func checkStorable(_ time: Timestamp) { refusals.checkStorable(time) }

    /// Checks the time of a read in the past.
    package mutating func checkReadTime(_ time: Timestamp) {
        checkStorable(time)
        if time == .zero { refuse(.invalidArgument("Only timestamps past epoch are supported.")) }
    }

    // MARK: Names

    package mutating func fieldPath(_ text: String) -> FieldPath {
        accept(FieldPath([])) { () throws(RPCStatus) in try FieldPath(wire: text) }
    }

    package mutating func fieldPathInMask(_ text: String) -> FieldPath {
        accept(FieldPath([])) { () throws(RPCStatus) in try FieldPath(wireInMask: text) }
    }

    package mutating func documentName(_ text: String) -> DocumentName {
        if let sibling = lastName?.sibling(text) { return sibling }
        do throws(RPCStatus) {
            let name = try DocumentName(wire: text)
            lastName = LastName(name, text: text)
            return name
        } catch {
            refuse(error)
            return ContentChecker.noName
        }
    }

    private static let noName = DocumentName(
        DatabaseID(project: "", database: ""),
        DocumentPath(CollectionPath(parent: nil, id: ResourceID("")), ResourceID("")))

    // MARK: Values

    package mutating func reference(_ text: String) -> Value {
        accept(.null) { () throws(RPCStatus) in .reference(try DocumentName(wire: text, as: .resource)) }
    }

    package mutating func geoPoint(latitude: Double, longitude: Double) -> GeoPoint {
        if !(-90...90).contains(latitude) {
            refuse(
                .invalidArgument(
                    "Geo point latitude '\(latitude.javaText)' outside permitted range -90.0 to 90.0."))
        }
        if !(-180...180).contains(longitude) {
            refuse(
                .invalidArgument(
                    "Geo point longitude '\(longitude.javaText)' outside permitted range -180.0 to 180.0."))
        }
        return GeoPoint(latitude: latitude, longitude: longitude)
    }

    /// Checks an operand of a transform of numbers.
    package mutating func number(_ value: Value) -> Value {
        if value.typeClass != .number { refuse(.invalidArgument("Input must be int64 or double.")) }
        return value
    }

    /// Notes an element of an array.
    package mutating func note(element value: Value) {
        switch value {
        case .array, .map:
            let kind = value.typeClass
            if nestedArray == nil, kind == .array || kind == .vector { nestedArray = kind }
        case .null, .boolean, .integer, .double, .timestamp, .string, .bytes, .reference, .geoPoint: break
        }
    }

    /// Begins the fields of a document, which may not hold arrays in arrays.
    package mutating func beginDocument() { nestedArray = nil }

    /// Ends the fields of a document. Other problems in them come first.
    package mutating func endDocument() {
        guard let nestedArray else { return }
        refuse(
            .invalidArgument(
                "Cannot convert \(nestedArray == .array ? "an array" : "a vector") value in an array value."))
    }

    /// Checks the name of a document's field.
    package mutating func checkField(_ name: FieldName) {
        if name.isReserved { refuse(.invalidArgument("field name \(name) is reserved")) }
    }

    /// Checks the name in a map without a type. Maps with a type may use reserved names.
    package mutating func checkEntry(_ name: FieldName) {
        if name.isReserved { refuse(.invalidArgument("field name '\(name)' is reserved.")) }
    }

    /// Checks a map with a type.
    package mutating func checkType(of map: MapValue) {
        if let refusal = map.refusalOfType { refuse(.invalidArgument(refusal)) }
    }
}
