import FirestoreModel

/// The parts of the data of one write: plain values, removals, and changes that the server computes.
struct DocumentData {
    /// What the data describes, which decides where removals are allowed.
    enum Purpose {
        /// The whole document.
        case replacement
        /// Fields that are merged into the document.
        case merge
        /// Fields that are replaced one by one.
        case update
    }

    private let purpose: Purpose
    private(set) var fields = MapValue()
    /// The fields that are set, without ``removals``: all leaves for a merge, the keys for an update.
    private(set) var assignments: [FieldPath] = []
    private(set) var removals: [FieldPath] = []
    private(set) var transforms: [FieldTransform] = []

    /// Reads the data of `setData`.
    init(setting data: [String: Any], merging: Bool) throws(ConversionProblem) {
        purpose = merging ? .merge : .replacement
        guard case .map(let members) = try data.valueShape else { return }
        fields = try map(members, at: ConversionPath())
    }

    /// Reads the data of `updateData`, whose keys are field paths.
    init(updating data: [AnyHashable: Any]) throws(ConversionProblem) {
        purpose = .update
        if data.isEmpty { throw ConversionProblem("there is no field to update") }
        var members: [(path: FieldPath, value: Any)] = []
        for (key, value) in data { members.append((try FieldPath(anyForm: key.base), value)) }
        members.sort { $0.path < $1.path }
        for (path, next) in zip(members, members.dropFirst()) where path.path.isPrefix(of: next.path) {
            throw ConversionProblem(
                at: ConversionPath(next.path),
                "is named twice, by itself and by \(path.path) or in two spellings")
        }
        for (path, value) in members {
            try path.checkForWriting()
            let place = ConversionPath(path)
            guard let value = try self.value(value, at: place, isKey: true) else { continue }
            fields.set(value, at: path)
            assignments.append(path)
        }
    }

    /// Converts the members of a map or of the document itself.
    private mutating func map(
        _ members: [(name: String, value: Any)], at path: ConversionPath
    ) throws(ConversionProblem) -> MapValue {
        var fields = MapValue(minimumCapacity: members.count)
        for (name, any) in members {
            let inner = path.appending(name)
            try ValueEncoder.check(name: name, at: inner)
            if let value = try value(any, at: inner, isKey: false) { fields[FieldName(name)] = value }
        }
        return fields
    }

    /// Converts one value; nil for a ``FieldValue``, which is stored separately.
    private mutating func value(
        _ any: Any, at path: ConversionPath, isKey: Bool
    ) throws(ConversionProblem) -> Value? {
        let value: Value
        switch try ValueEncoder.shape(any, at: path) {
        case .fieldValue(let fieldValue):
            try take(fieldValue, at: path, isKey: isKey)
            return nil
        case .map(let members):
            let fields = try map(members, at: path)
            // A map with members is merged member by member; an empty one is a plain value.
            if purpose == .merge, !members.isEmpty { return .map(fields) }
            value = .map(fields)
        case .array(let elements): value = .array(try ValueEncoder.array(elements, at: path))
        case .scalar(let scalar): value = scalar
        }
        if purpose == .merge { assignments.append(path.fieldPath) }
        return value
    }

    private mutating func take(
        _ fieldValue: FieldValue, at path: ConversionPath, isKey: Bool
    ) throws(ConversionProblem) {
        switch fieldValue.operation {
        case .transform(let operation): transforms.append(FieldTransform(path.fieldPath, operation))
        case .invalid(let problem):
            throw ConversionProblem(at: "\(path.description)\(problem.place)", problem.reason)
        case .delete:
            switch purpose {
            case .update where !isKey:
                throw ConversionProblem(
                    at: path,
                    "\(fieldValue) is not allowed inside a map here; use the path of the field as the key")
            case .replacement:
                throw ConversionProblem(
                    at: path, "\(fieldValue) is for updateData and for setData that merges")
            case .update, .merge: removals.append(path.fieldPath)
            }
        }
    }
}
