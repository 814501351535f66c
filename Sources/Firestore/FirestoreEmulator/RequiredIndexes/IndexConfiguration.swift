import FirestoreModel
import JSONText

/// The indexes in a `firestore.indexes.json`, with which queries can be checked.
///
/// Source: <https://firebase.google.com/docs/reference/firestore/indexes>.
public struct IndexConfiguration: Sendable {
    private var indexes: [QueryIndex] = []
    private var overrides: [FieldOverride] = []

    /// Why a text is not a valid `firestore.indexes.json`.
    public struct Problem: Error, Sendable, CustomStringConvertible {
        /// The problem and its place, on one line.
        public let description: String
    }

    private init() {}

    /// The indexes that exist without a file.
    static let automatic = IndexConfiguration()

    /// Reads the text of a file.
    ///
    /// - Parameter json: The text.
    /// - Throws: ``Problem``.
    public init(json: String) throws(Problem) {
        let tree: JSON
        do throws(JSONParser.Failure) {
            tree = try JSONParser.parse(Array(json.utf8))
        } catch {
            throw Problem(description: error.description)
        }
        for (place, element) in try IndexConfiguration.list("indexes", of: tree, "") {
            indexes.append(try IndexConfiguration.index(element, place))
        }
        for (place, element) in try IndexConfiguration.list("fieldOverrides", of: tree, "") {
            overrides.append(try IndexConfiguration.override(element, place))
        }
    }

    /// The first index that a query needs and the file lacks; nil if none is missing.
    func missingIndex(for plan: QueryPlan) -> MissingIndex? {
        // Without a collection's id, a query can only be by names.
        guard let id = plan.collectionID else { return nil }
        for conjunction in plan.filter?.conjunctions ?? [[]] {
            let requirement = IndexRequirement(conjunction, of: plan, collectionID: id)
            if let missing = missingIndex(requirement) { return missing }
        }
        return nil
    }

    private func missingIndex(_ requirement: IndexRequirement) -> MissingIndex? {
        let parts = requirement.parts
        if parts.isEmpty, requirement.end.isEmpty, !requirement.isNameDescending { return nil }
        let fields = Array(parts) + requirement.end
        let contributions = (indexes + fields.flatMap { singleFieldIndexes($0.path, requirement) })
            .compactMap(requirement.contribution)
        if !contributions.isEmpty, contributions.reduce([], { $0.union($1) }) == parts { return nil }
        let complete = requirement.completeIndex
        guard fields.count == 1, fields[0].mode.isOfSingleField,
            complete.isNameDescending == (complete.fields[0].mode == .descending)
        else { return MissingIndex(index: complete, present: nil) }
        return MissingIndex(
            index: complete,
            present: FieldOverride.indexes(of: fields[0].path, in: requirement.collectionID, overrides))
    }

    private func singleFieldIndexes(_ path: FieldPath, _ requirement: IndexRequirement) -> [QueryIndex] {
        FieldOverride.indexes(of: path, in: requirement.collectionID, overrides).map { index in
            QueryIndex(requirement.collectionID, index.scope, [.init(path: path, mode: index.mode)])
        }
    }
}

extension QueryIndex.Mode {
    /// True if a single-field index can be enabled.
    fileprivate var isOfSingleField: Bool {
        switch self {
        case .ascending, .descending, .contains: true
        case .vector: false
        }
    }
}

// MARK: Reading

extension IndexConfiguration {
    private static func index(_ json: JSON, _ place: String) throws(Problem) -> QueryIndex {
        var fields: [QueryIndex.Field] = []
        for (place, field) in try list("fields", of: json, place) {
            let path = try fieldPath(field, place)
            fields.append(QueryIndex.Field(path: path, mode: try mode(field, place)))
        }
        if fields.isEmpty { throw Problem(description: "\(place).fields is empty") }
        return QueryIndex(try collectionID(json, place), try scope(json, place), fields)
    }

    private static func override(_ json: JSON, _ place: String) throws(Problem) -> FieldOverride {
        var indexes: [FieldOverride.Index] = []
        for (place, index) in try list("indexes", of: json, place) {
            indexes.append(FieldOverride.Index(mode: try mode(index, place), scope: try scope(index, place)))
        }
        return FieldOverride(
            collectionID: try collectionID(json, place), path: try fieldPath(json, place), indexes: indexes)
    }

    private static func list(_ name: String, of json: JSON, _ place: String) throws(Problem) -> [(
        String, JSON
    )] {
        let name = place.isEmpty ? name : "\(place).\(name)"
        guard case .object = json else {
            throw Problem(description: "\(place.isEmpty ? "the text" : place) is not an object")
        }
        guard let value = json[String(name.split(separator: ".").last ?? "")], !value.isNull else {
            return []
        }
        guard let elements = value.array else { throw Problem(description: "\(name) is not an array") }
        return elements.enumerated().map { ("\(name)[\($0.offset)]", $0.element) }
    }

    private static func collectionID(_ json: JSON, _ place: String) throws(Problem) -> ResourceID {
        // Older files have collectionId.
        guard let id = (json["collectionGroup"] ?? json["collectionId"])?.string, !id.isEmpty else {
            throw Problem(description: "\(place).collectionGroup is missing")
        }
        return ResourceID(id)
    }

    private static func fieldPath(_ json: JSON, _ place: String) throws(Problem) -> FieldPath {
        guard let text = json["fieldPath"]?.string else {
            throw Problem(description: "\(place).fieldPath is missing")
        }
        if text == "*" { return FieldPath(["*"]) }
        guard let path = try? FieldPath(parsing: text) else {
            throw Problem(description: "\(place).fieldPath is not a field path: \"\(text)\"")
        }
        return path
    }

    private static func scope(_ json: JSON, _ place: String) throws(Problem) -> QueryIndex.Scope {
        guard let text = json["queryScope"]?.string else { return .collection }
        guard let scope = QueryIndex.Scope(rawValue: text) else {
            throw Problem(
                description: "\(place).queryScope must be COLLECTION or COLLECTION_GROUP, not \"\(text)\"")
        }
        return scope
    }

    private static func mode(_ json: JSON, _ place: String) throws(Problem) -> QueryIndex.Mode {
        if let config = json["vectorConfig"] {
            guard case .number(let digits)? = config["dimension"], let dimension = Int(digits), dimension > 0
            else {
                throw Problem(description: "\(place).vectorConfig.dimension must be a number above 0")
            }
            return .vector(dimension: dimension)
        }
        // Older files have mode.
        switch (json["order"] ?? json["arrayConfig"] ?? json["mode"])?.string {
        case "ASCENDING"?: return .ascending
        case "DESCENDING"?: return .descending
        case "CONTAINS"?, "ARRAY_CONTAINS"?: return .contains
        default:
            throw Problem(description: "\(place) has neither an order nor an arrayConfig nor a vectorConfig")
        }
    }
}
