import Cryptography
import JSONText
package import RealtimeDatabaseModel

extension DataNode {
    /// The hash by which clients compare what they have with what the server has: empty for nothing.
    ///
    /// Source: <https://github.com/firebase/firebase-js-sdk>, `packages/database/src/core/snap`: `LeafNode.ts`, `ChildrenNode.ts`.
    ///
    /// - Returns: nil where the system has no SHA-1.
    package var wireHash: String? {
        if isNull { return "" }
        var text = priority.isNull ? "" : "priority:\(priority.typedText):"
        if case .object(let children) = plain {
            for (key, child) in children.inOrderOfPriority {
                guard let hash = child.wireHash else { return nil }
                text += ":\(key.string):\(hash)"
            }
        } else {
            text += plain.typedText
        }
        return Digest.sha1(Array(text.utf8)).map(Base64.encode)
    }

    /// A value with its type, as it goes into a hash.
    private var typedText: String {
        switch self {
        case .boolean(let value): "boolean:\(value)"
        case .number(let number): "number:" + DataNode.hexadecimal(number)
        case .string(let text): "string:" + text
        case .null, .object, .prioritized: ""
        }
    }

    /// The bits of a number, the highest first.
    private static func hexadecimal(_ number: Double) -> String {
        let digits = String(number.bitPattern, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension DataChildren {
    fileprivate var inOrderOfPriority: [(key: DataKey, value: DataNode)] {
        let children = Array(self)
        return children.allSatisfy(\.value.priority.isNull)
            ? children : DataQuery(order: .priority).sorted(children)
    }
}
