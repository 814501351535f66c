import ClientCore
import RealtimeDatabaseModel

extension DataNode {
    /// The node as a Swift value.
    ///
    /// - Parameter rendersArrays: False for the export format, which has no lists.
    func plain(rendersArrays: Bool = true) -> Any {
        switch self {
        case .null: return PlainForm.null
        case .boolean(let value): return value
        case .number(let number): return PlainForm.number(number)
        case .string(let text): return text
        case .prioritized(let node, _): return node.plain(rendersArrays: rendersArrays)
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
        case .null: return PlainForm.null
        case .boolean(let value): return value
        case .number(let number): return PlainForm.number(number)
        case .string(let text): return text
        case .array(let elements): return elements.map(\.plain)
        case .object(let children):
            var result: [String: Any] = [:]
            for (key, child) in children { result[key] = child.plain }
            return result
        }
    }
}

extension PlainForm {
    /// A whole number where the number is one, so that it is printed without a point.
    fileprivate static func number(_ number: Double) -> Any {
        Int64(exactly: number).map(integer) ?? double(number)
    }
}
