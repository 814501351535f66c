/// The types that methods take, their receiver first, and give.
enum MethodSignatures {
    static func signature(of name: String) -> Signature? { signatures[name] }

    private static let signatures =
        strings
        .merging(collections) { first, _ in first }
        .merging(maps) { first, _ in first }
        .merging(times) { first, _ in first }
        .merging(others) { first, _ in first }

    private static let strings: [String: Signature] = [
        "lower": Signature(.string, result: .string),
        "upper": Signature(.string, result: .string),
        "trim": Signature(.string, result: .string),
        "matches": Signature(.string, .string, result: .bool),
        "replace": Signature(.string, .string, .string, result: .string),
        "split": Signature(.string, .string, result: .list),
        "toUtf8": Signature(.string, result: [.bytes]),
        "toHexString": Signature([.bytes], result: .string),
        "toBase64": Signature([.bytes], result: .string),
    ]

    private static let collections: [String: Signature] = {
        let listOrSet: TypeSet = [.list, .set]
        let set: TypeSet = [.set]
        return [
            "size": Signature([.string, .bytes, .list, .set, .map], result: [.int]),
            "toSet": Signature(.list, result: set),
            "concat": Signature(.list, .list, result: .list),
            "removeAll": Signature(.list, .list, result: .list),
            "join": Signature(.list, .string, result: .string),
            "hasAll": Signature(listOrSet, listOrSet, result: .bool),
            "hasAny": Signature(listOrSet, listOrSet, result: .bool),
            "hasOnly": Signature(listOrSet, listOrSet, result: .bool),
            "union": Signature(set, set, result: set),
            "intersection": Signature(set, set, result: set),
            "difference": Signature(set, set, result: set),
        ]
    }()

    private static let maps: [String: Signature] = {
        let keys = Signature([.mapDiff], result: [.set])
        return [
            "keys": Signature(.map, result: .list),
            "values": Signature(.map, result: .list),
            "get": Signature(.map, [.string, .list], .any, result: .any),
            "diff": Signature(.map, .map, result: [.mapDiff]),
            "addedKeys": keys, "removedKeys": keys, "changedKeys": keys, "unchangedKeys": keys,
            "affectedKeys": keys,
        ]
    }()

    private static let times: [String: Signature] = {
        let part = Signature([.timestamp], result: [.int])
        let durationToo = Signature([.duration, .timestamp], result: [.int])
        return [
            "date": Signature([.timestamp], result: [.timestamp]),
            "time": Signature([.timestamp], result: [.duration]),
            "year": part, "month": part, "day": part, "dayOfWeek": part, "dayOfYear": part,
            "hours": part, "minutes": part, "toMillis": part,
            "seconds": durationToo, "nanos": durationToo,
        ]
    }()

    private static let others: [String: Signature] = [
        "bind": Signature(.path, .map, result: .path),
        "segments": Signature(.path, result: .path),
        "latitude": Signature([.latlng], result: [.float]),
        "longitude": Signature([.latlng], result: [.float]),
        "distance": Signature([.latlng], [.latlng], result: [.float]),
    ]
}
