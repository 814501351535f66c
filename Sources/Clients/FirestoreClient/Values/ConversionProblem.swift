import FirestoreModel

/// Why something in the data of a write or in a query cannot be sent to Firestore, and where it is.
package struct ConversionProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// The field, such as `readBy[2]`; empty for the data as a whole.
    package let place: String
    package let reason: String

    package init(at place: String = "", _ reason: String) {
        self.place = place
        self.reason = reason
    }

    init(at path: ConversionPath, _ reason: String) {
        self.init(at: path.description, reason)
    }

    /// The same problem, seen from the field that contains the value.
    func within(_ path: ConversionPath) -> ConversionProblem {
        ConversionProblem(at: path.description + place, reason)
    }

    package var description: String { place.isEmpty ? reason : "field \(place): \(reason)" }
}

/// A place in the data: names in maps and positions in arrays.
struct ConversionPath {
    enum Step {
        case name(FieldName)
        case index(Int)
    }

    private(set) var steps: [Step] = []
    /// The number of maps and arrays around the place.
    private(set) var depth = 0

    init() {}

    init(_ path: FieldPath) {
        steps = path.names.map(Step.name)
        depth = path.names.count - 1
    }

    var isInArray: Bool {
        steps.contains { if case .index = $0 { true } else { false } }
    }

    func appending(_ name: String) -> ConversionPath {
        appending(.name(FieldName(name)))
    }

    func appending(_ step: Step) -> ConversionPath {
        var path = self
        // The fields of the document itself are at the outermost level.
        path.depth += steps.isEmpty ? 0 : 1
        path.steps.append(step)
        return path
    }

    /// The path of the field; only for places outside arrays.
    var fieldPath: FieldPath {
        FieldPath(
            names: steps.compactMap { step in
                if case .name(let name) = step { name } else { nil }
            })
    }

    var description: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .name(let name): text += (text.isEmpty ? "" : ".") + FieldPath(names: [name]).description
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}
