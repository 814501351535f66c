import FirestoreModel
import JSONText

extension JSONWriter {
    /// A value in the typed form of coverage reports.
    package mutating func ruleValue(_ value: RuleValue) {
        object { writer in
            writer.member(value.jsonName) { $0.content(of: value) }
        }
    }

    private mutating func content(of value: RuleValue) {
        switch value {
        case .null: null()
        case .bool(let bool): boolean(bool)
        case .int(let int): string(String(int))
        case .float(let double): number(double)
        case .string(let text): string(text)
        case .bytes(let bytes): string(Base64.encode(bytes))
        case .timestamp(let time): string(time.description)
        case .duration(let duration): string(duration.jsonText)
        case .latlng(let point): coordinates(point)
        case .list(let list): values(list)
        case .set(let set): values(set.elements)
        case .vector(let numbers): values(numbers.map { .float($0) })
        case .map(let map): fields(of: map)
        case .path(let path): self.path(path.segments)
        case .mapDiff(let diff): statuses(of: diff)
        case .constraint(let constraint): constraints(of: constraint)
        }
    }

    private mutating func number(_ double: Double) {
        if double.isNaN {
            string("NaN")
        } else if double.isInfinite {
            string(double < 0 ? "-Infinity" : "Infinity")
        } else {
            raw(double.javaText)
        }
    }

    private mutating func coordinates(_ point: GeoPoint) {
        object { writer in
            if point.latitude.bitPattern != 0 { writer.member("latitude") { $0.number(point.latitude) } }
            if point.longitude.bitPattern != 0 { writer.member("longitude") { $0.number(point.longitude) } }
        }
    }

    private mutating func values(_ elements: some Collection<RuleValue>) {
        object { writer in
            if elements.isEmpty { return }
            writer.member("values") { $0.array(Array(elements)) { $0.ruleValue($1) } }
        }
    }

    private mutating func fields(of map: RuleMap) {
        object { writer in
            if map.names.isEmpty { return }
            writer.member("fields") { writer in
                writer.object { writer in
                    for name in map.names {
                        writer.member(name.string) { writer in
                            if let value = try? map.value(name) {
                                writer.ruleValue(value)
                            } else {
                                // It is not known yet.
                                writer.object { $0.member("undefined") { $0.object { _ in } } }
                            }
                        }
                    }
                }
            }
        }
    }

    private mutating func path(_ segments: [RulePath.Segment]) {
        object { writer in
            if segments.isEmpty { return }
            writer.member("segments") { writer in
                writer.array(segments) { writer, segment in
                    writer.object { $0.member(of: segment) }
                }
            }
        }
    }

    private mutating func member(of segment: RulePath.Segment) {
        switch segment {
        case .literal(let text): member("simple") { $0.string(text) }
        case .variable(let name): capture("capture", name) { _ in }
        case .globVariable(let name): capture("globCapture", name) { _ in }
        case .capture(let name, let text):
            capture("capture", name) { $0.member("boundValue") { $0.string(text) } }
        case .globCapture(let name, let segments):
            capture("globCapture", name) { $0.member("boundValue") { $0.path(segments) } }
        }
    }

    private mutating func capture(_ kind: String, _ name: String, _ bound: (inout JSONWriter) -> Void) {
        member(kind) { writer in
            writer.object { writer in
                if !name.isEmpty { writer.member("variableName") { $0.string(name) } }
                bound(&writer)
            }
        }
    }

    private mutating func statuses(of diff: MapDiff) {
        object { writer in
            if diff.old.names.isEmpty, diff.new.names.isEmpty { return }
            writer.member("keyStatuses") { writer in
                writer.object { writer in
                    try? diff.forEachChange(WorkMeter(mostSteps: 1_000_000)) { name, change in
                        let text: String =
                            switch change {
                            case .added: "ADDED"
                            case .removed: "REMOVED"
                            case .changed: "CHANGED"
                            default: "UNCHANGED"
                            }
                        writer.member(name.string) { $0.string(text) }
                    }
                }
            }
        }
    }

    private mutating func constraints(of constraint: FieldConstraint) {
        object { writer in
            if constraint.simple.isEmpty { return }
            writer.member("simpleConstraints") { writer in
                writer.array(constraint.simple) { writer, simple in
                    writer.object { writer in
                        writer.member("comparator") { $0.string(simple.comparator.rawValue) }
                        writer.member("value") { $0.ruleValue(simple.value) }
                    }
                }
            }
        }
    }
}

extension RuleValue {
    /// The member that holds a value of this kind.
    fileprivate var jsonName: String {
        switch self {
        case .null: "nullValue"
        case .bool: "boolValue"
        case .int: "intValue"
        case .float: "floatValue"
        case .string: "stringValue"
        case .bytes: "bytesValue"
        case .list: "listValue"
        case .set: "setValue"
        case .map: "mapValue"
        case .path: "pathValue"
        case .timestamp: "timestampValue"
        case .duration: "durationValue"
        case .latlng: "latlngValue"
        case .mapDiff: "mapDiffValue"
        case .vector: "vectorValue"
        case .constraint: "constraintValue"
        }
    }
}

extension RuleDuration {
    /// Seconds with three, six or nine decimal places, as in the JSON form of protocol buffers: `-1.500s`.
    fileprivate var jsonText: String {
        let isNegative = seconds < 0 || nanoseconds < 0
        let whole = "\(isNegative ? "-" : "")\(seconds.magnitude)"
        if nanoseconds == 0 { return whole + "s" }
        var digits = String(nanoseconds.magnitude)
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.hasSuffix("000") { digits.removeLast(3) }
        return "\(whole).\(digits)s"
    }
}
