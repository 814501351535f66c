/// A JSON text as a tree. Numbers keep their digits, so that an Int64 stays exact; members keep their order.
package enum JSON: Sendable, Equatable {
    case null
    case boolean(Bool)
    /// The digits, as in the text.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    /// One `"name": value` of an object.
    package struct Member: Sendable, Equatable {
        package let name: String
        package let value: JSON

        package init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }
    }

    /// The value of the member with a name; nil in anything but an object.
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

extension [JSON.Member] {
    /// The value of the member with a name, the last one if there are several.
    ///
    /// Names are compared by their bytes: two ways of writing an `é` are two names.
    package subscript(name: String) -> JSON? {
        last { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}
