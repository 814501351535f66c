#if Foundation
    import FirestoreModel
    import Foundation

    extension NSNull: ValueShapeConvertible {
        var valueShape: ValueShape { .scalar(.null) }
    }

    #if canImport(ObjectiveC)
        extension ValueShape {
            /// Objective-C's classes, which come out of property lists and `JSONSerialization`.
            static func ofObject(_ value: Any) throws(ConversionProblem) -> ValueShape? {
                switch value {
                case let number as NSNumber:
                    if CFGetTypeID(number) == CFBooleanGetTypeID() {
                        return .scalar(.boolean(number.boolValue))
                    }
                    return .scalar(
                        CFNumberIsFloatType(number)
                            ? .double(number.doubleValue) : .integer(number.int64Value))
                case let text as NSString: return .scalar(.string(text as String))
                case let date as NSDate: return .scalar(.timestamp(Timestamp(date: date as Date)))
                case let data as NSData: return .scalar(.bytes([UInt8](data as Data)))
                case let array as NSArray: return .array(array.map { $0 })
                case let map as NSDictionary: return try (map as? [AnyHashable: Any])?.valueShape
                default: return nil
                }
            }
        }
    #else
        extension NSNumber: ValueShapeConvertible {
            var valueShape: ValueShape {
                get throws(ConversionProblem) {
                    switch UInt8(bitPattern: objCType.pointee) {
                    case UInt8(ascii: "d"), UInt8(ascii: "f"): return .scalar(.double(doubleValue))
                    // Foundation does not distinguish a Bool from an Int8 of 0 or 1, which is rarer.
                    case UInt8(ascii: "c") where int8Value == 0 || int8Value == 1:
                        return .scalar(.boolean(boolValue))
                    case UInt8(ascii: "Q"): return try uint64Value.valueShape
                    default: return .scalar(.integer(int64Value))
                    }
                }
            }
        }
    #endif
#endif
