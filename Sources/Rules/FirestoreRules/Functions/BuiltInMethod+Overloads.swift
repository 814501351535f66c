extension BuiltInMethod {
    /// The parameters that the method has on a type, one text for each overload; nil where the type has no such method.
    func overloads(of type: RuleType) -> [String]? {
        switch type {
        case .string: ofStrings
        case .bytes: [.size, .toHexString, .toBase64].contains(self) ? [""] : nil
        case .list: ofLists
        case .set: ofSets
        case .map: ofMaps
        case .mapDiff:
            [.addedKeys, .removedKeys, .changedKeys, .unchangedKeys, .affectedKeys].contains(self)
                ? [""] : nil
        case .path: self == .bind ? ["map"] : nil
        case .timestamp: ofTimestamps
        case .duration: [.seconds, .nanos].contains(self) ? [""] : nil
        case .latlng: ofPoints
        case .constraint: self == .hasAny ? ["list"] : nil
        case .null, .bool, .int, .float, .vector: nil
        }
    }

    private var ofStrings: [String]? {
        switch self {
        case .size, .lower, .upper, .trim, .toUtf8: [""]
        case .matches, .split: ["string"]
        case .replace: ["string, string"]
        default: nil
        }
    }

    private var ofLists: [String]? {
        switch self {
        case .size, .toSet: [""]
        case .concat, .removeAll, .hasAll, .hasAny, .hasOnly: ["list"]
        case .join: ["string"]
        default: nil
        }
    }

    private var ofSets: [String]? {
        switch self {
        case .size: [""]
        case .union, .intersection, .difference: ["set"]
        case .hasAll, .hasAny, .hasOnly: ["set", "list"]
        default: nil
        }
    }

    private var ofMaps: [String]? {
        switch self {
        case .size, .keys, .values: [""]
        case .get: ["string, any", "list, any"]
        case .diff: ["map"]
        default: nil
        }
    }

    private var ofTimestamps: [String]? {
        switch self {
        case .date, .time, .year, .month, .day, .dayOfWeek, .dayOfYear, .hours, .minutes, .seconds, .nanos,
            .toMillis:
            [""]
        default: nil
        }
    }

    private var ofPoints: [String]? {
        switch self {
        case .latitude, .longitude: [""]
        case .distance: ["latlng"]
        default: nil
        }
    }
}
