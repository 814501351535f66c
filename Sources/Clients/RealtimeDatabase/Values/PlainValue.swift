import RealtimeDatabaseModel

/// A Swift type whose values a database can hold.
///
/// A value is recognised by the conformance of its dynamic type and not by trying casts: on Apple's platforms
/// a number casts to Bool and a Bool to a number.
protocol PlainValue {
    var databaseValue: DatabaseValue { get throws(DataProblem) }
}

extension DatabaseValue {
    /// The value of a Swift value, as apps pass them: strings, numbers, booleans, arrays, dictionaries, nil.
    ///
    /// - Throws: ``DataProblem`` for a value of another type; names the type, not the value.
    init(plain value: Any?) throws(DataProblem) {
        switch value {
        case nil: self = .null
        case let known as any PlainValue: self = try known.databaseValue
        case let value?:
            #if Foundation && canImport(ObjectiveC)
                if let known = try DatabaseValue.ofObject(value) {
                    self = known
                    return
                }
            #endif
            throw DataProblem(
                "a value of type \(type(of: value)) cannot be stored; "
                    + "write a string, number, Bool, array, dictionary or nil")
        }
    }
}

extension DatabaseValue: PlainValue {
    var databaseValue: DatabaseValue { self }
}

extension String: PlainValue {
    var databaseValue: DatabaseValue { .string(self) }
}

extension Substring: PlainValue {
    var databaseValue: DatabaseValue { .string(String(self)) }
}

extension Bool: PlainValue {
    var databaseValue: DatabaseValue { .boolean(self) }
}

extension PlainValue where Self: BinaryInteger {
    var databaseValue: DatabaseValue { .number(Double(self)) }
}

extension PlainValue where Self: BinaryFloatingPoint {
    var databaseValue: DatabaseValue { .number(Double(self)) }
}

extension Double: PlainValue {}
extension Float: PlainValue {}
extension Int: PlainValue {}
extension Int8: PlainValue {}
extension Int16: PlainValue {}
extension Int32: PlainValue {}
extension Int64: PlainValue {}
extension UInt: PlainValue {}
extension UInt8: PlainValue {}
extension UInt16: PlainValue {}
extension UInt32: PlainValue {}
extension UInt64: PlainValue {}

extension Optional: PlainValue {
    var databaseValue: DatabaseValue {
        get throws(DataProblem) {
            guard let value = self else { return .null }
            return try DatabaseValue(plain: value)
        }
    }
}

extension AnyHashable: PlainValue {
    var databaseValue: DatabaseValue {
        get throws(DataProblem) { try DatabaseValue(plain: base) }
    }
}

extension Array: PlainValue {
    var databaseValue: DatabaseValue {
        get throws(DataProblem) {
            var elements: [DatabaseValue] = []
            elements.reserveCapacity(count)
            for element in self { elements.append(try DatabaseValue(plain: element)) }
            return .array(elements)
        }
    }
}

extension Dictionary: PlainValue {
    var databaseValue: DatabaseValue {
        get throws(DataProblem) {
            var children = DatabaseValue.Children()
            for (name, value) in try namedMembers { children[name] = value }
            return .object(children)
        }
    }

    /// The members, whose keys must be strings.
    var namedMembers: [(name: String, value: DatabaseValue)] {
        get throws(DataProblem) {
            var members: [(name: String, value: DatabaseValue)] = []
            members.reserveCapacity(count)
            for (key, value) in self {
                guard let name = key as? String else {
                    throw DataProblem("a dictionary has a key that is not a string")
                }
                members.append((name, try DatabaseValue(plain: value)))
            }
            return members
        }
    }
}
