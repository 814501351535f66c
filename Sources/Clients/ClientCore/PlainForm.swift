#if Foundation || !canImport(FoundationEssentials)
    package import Foundation
#else
    package import FoundationEssentials
#endif

#if Foundation
    /// Null and numbers in the data that apps get: objects of Foundation, as in Firebase's SDK. A number casts to every numeric type
    /// that can represent it, so that code which asks for a Double gets 3 as 3.0.
    package enum PlainForm {
        package static var null: Any { NSNull() }
        package static func integer(_ number: Int64) -> Any { NSNumber(value: number) }
        package static func double(_ number: Double) -> Any { NSNumber(value: number) }
        package static func decimal(_ number: Decimal) -> Any { NSDecimalNumber(decimal: number) }
    }
#else
    /// Null and numbers in the data that apps get: nil, and values of Swift's types, which cast to no other numeric type.
    package enum PlainForm {
        package static var null: Any { Any?.none as Any }
        package static func integer(_ number: Int64) -> Any { Int(number) }
        package static func double(_ number: Double) -> Any { number }
        package static func decimal(_ number: Decimal) -> Any { Double(number.description) ?? .nan }
    }
#endif
