import FirestoreModel

/// A JSON text as a tree. Numbers keep their digits, so that an Int64 stays exact; members keep their order.
package enum JSON: Sendable, Equatable {
    case null
    case boolean(Bool)
    /// The digits as they stand in the text.
    case number(String)
    case string(String)
    case array([JSON])
    case object(Members)

    /// One `"name": value` of an object.
    package struct Member: Sendable, Equatable {
        package let name: String
        package let value: JSON

        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// The member with a name, the last one if there are several; nil in anything but an object.
    package subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var array: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension JSON.Member {
    /// These members without the ones whose name comes again: the last value stands in the first one's place.
    static func lastOfEachName(_ members: [JSON.Member]) -> [JSON.Member] {
        // Nearly every object has few members, and all of them have other names.
        if members.count <= 8 {
            let isRepeated = members.indices.contains { index in
                members[..<index].contains { $0.name.hasSameUTF8(as: members[index].name) }
            }
            if !isRepeated { return members }
        }
        var places: [FieldName: Int] = [:]
        var result: [JSON.Member] = []
        for member in members {
            let name = FieldName(member.name)
            if let place = places[name] {
                result[place] = member
            } else {
                places[name] = result.count
                result.append(member)
            }
        }
        return result
    }
}
