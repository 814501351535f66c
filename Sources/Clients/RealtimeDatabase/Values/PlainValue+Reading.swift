import Foundation
import RealtimeDatabaseModel

// What apps read: numbers as NSNumber, which casts to every numeric type that holds them; lists as arrays; NSNull for
// nothing.

extension DataNode {
    /// The node as a Swift value.
    ///
    /// - Parameter rendersArrays: False for the export format, which has no lists.
    func plain(rendersArrays: Bool = true) -> Any {
        switch self {
        case .null: return NSNull()
        case .boolean(let value): return value
        case .number(let number): return NSNumber(databaseNumber: number)
        case .string(let text): return text
        case .object(let children):
            if rendersArrays, let elements = children.elements { return elements.map { $0.plain() } }
            var result: [String: Any] = [:]
            result.reserveCapacity(children.count)
            for (key, child) in children { result[key.string] = child.plain(rendersArrays: rendersArrays) }
            return result
        }
    }
}

extension DatabaseValue {
    /// The value as a Swift value.
    var plain: Any {
        switch self {
        case .null: return NSNull()
        case .boolean(let value): return value
        case .number(let number): return NSNumber(databaseNumber: number)
        case .string(let text): return text
        case .array(let elements): return elements.map(\.plain)
        case .object(let children):
            var result: [String: Any] = [:]
            for (key, child) in children { result[key] = child.plain }
            return result
        }
    }
}

extension NSNumber {
    /// A whole number where the number is one, so that it is printed without a point.
    fileprivate convenience init(databaseNumber number: Double) {
        if let whole = Int64(exactly: number) {
            self.init(value: whole)
        } else {
            self.init(value: number)
        }
    }
}
