#if Foundation
    import Foundation
    import RealtimeDatabaseModel

    extension NSNull: PlainValue {
        var databaseValue: DatabaseValue { .null }
    }

    #if canImport(ObjectiveC)
        extension DatabaseValue {
            /// Objective-C's classes, which come out of property lists and `JSONSerialization`.
            static func ofObject(_ value: Any) throws(DataProblem) -> DatabaseValue? {
                switch value {
                case let number as NSNumber:
                    let isBoolean = CFGetTypeID(number) == CFBooleanGetTypeID()
                    return isBoolean ? .boolean(number.boolValue) : .number(number.doubleValue)
                case let text as NSString: return .string(text as String)
                case let array as NSArray: return try array.map { $0 }.databaseValue
                case let map as NSDictionary: return try (map as? [AnyHashable: Any])?.databaseValue
                default: return nil
                }
            }
        }
    #else
        // What `value as AnyObject` makes of Swift values.

        extension NSNumber: PlainValue {
            var databaseValue: DatabaseValue {
                // Foundation cannot tell a Bool from an Int8; an Int8 of 0 or 1 in an object is rarer.
                let isByte = UInt8(bitPattern: objCType.pointee) == UInt8(ascii: "c")
                return isByte && (0...1).contains(int8Value) ? .boolean(boolValue) : .number(doubleValue)
            }
        }

        extension NSString: PlainValue {
            var databaseValue: DatabaseValue { .string(description) }
        }

        extension NSArray: PlainValue {
            var databaseValue: DatabaseValue {
                get throws(DataProblem) { try map { $0 }.databaseValue }
            }
        }

        extension NSDictionary: PlainValue {
            var databaseValue: DatabaseValue {
                get throws(DataProblem) {
                    var children = DatabaseValue.Children()
                    for (key, value) in self {
                        guard case .string(let name) = try DatabaseValue(plain: key) else {
                            throw DataProblem("a dictionary has a key that is not a string")
                        }
                        children[name] = try DatabaseValue(plain: value)
                    }
                    return .object(children)
                }
            }
        }
    #endif
#endif
