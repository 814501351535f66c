import Synchronization

/// The children of a snapshot, in order: a collection that can also be used like an `NSEnumerator`.
public struct ChildEnumerator<Child>: RandomAccessCollection {
    /// How far ``nextObject()`` has come. A reference, so that it advances in a constant.
    private final class Cursor: Sendable {
        private let position = Atomic(0)

        func next() -> Int { position.wrappingAdd(1, ordering: .relaxed).oldValue }
    }

    private let elements: [Child]
    private let cursor = Cursor()

    init(_ elements: [Child]) { self.elements = elements }

    /// 0.
    public var startIndex: Int { elements.startIndex }
    /// How many children there are.
    public var endIndex: Int { elements.endIndex }
    /// The child at a position.
    public subscript(position: Int) -> Child { elements[position] }

    /// All children.
    public var allObjects: [Any] { elements }

    /// The next child; nil after the last one.
    public func nextObject() -> Any? {
        let position = cursor.next()
        return position < elements.count ? elements[position] : nil
    }
}

extension ChildEnumerator: Sendable where Child: Sendable {}
