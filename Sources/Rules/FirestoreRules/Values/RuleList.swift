package import FirestoreModel

/// A list, from a document or made by a rule.
package struct RuleList: Sendable {
    private enum Storage: Sendable {
        case stored([Value])
        case computed([RuleValue])
    }

    private var storage: Storage

    package init(stored elements: [Value]) {
        storage = .stored(elements)
    }

    package init(_ elements: [RuleValue]) {
        storage = .computed(elements)
    }

    /// The stored elements, if this is the list of a document.
    var storedElements: [Value]? {
        if case .stored(let elements) = storage { elements } else { nil }
    }

    /// Adds an element that a rule has made.
    mutating func append(_ element: RuleValue) {
        switch storage {
        case .stored(let elements): storage = .computed(elements.map { RuleValue($0) } + [element])
        case .computed(var elements):
            // The array must not be shared, so that it grows in place.
            storage = .computed([])
            elements.append(element)
            storage = .computed(elements)
        }
    }

    /// Some of the elements, which must exist.
    func slice(_ range: Range<Int>) -> RuleList {
        switch storage {
        case .stored(let elements): RuleList(stored: Array(elements[range]))
        case .computed(let elements): RuleList(Array(elements[range]))
        }
    }
}

extension RuleList: RandomAccessCollection {
    package var startIndex: Int { 0 }

    package var endIndex: Int {
        switch storage {
        case .stored(let elements): elements.count
        case .computed(let elements): elements.count
        }
    }

    package subscript(index: Int) -> RuleValue {
        switch storage {
        case .stored(let elements): RuleValue(elements[index])
        case .computed(let elements): elements[index]
        }
    }
}

extension RuleList: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: RuleValue...) {
        self.init(elements)
    }
}
