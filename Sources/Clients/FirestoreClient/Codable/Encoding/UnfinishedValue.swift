import Foundation

/// A map, an array or a value that containers are still adding to.
protocol UnfinishedValue: AnyObject {
    /// What was added; nil for nothing.
    func finished() -> Any?
}

/// A map under construction.
final class UnfinishedMap: UnfinishedValue {
    /// What is complete.
    var members = [String: Any](minimumCapacity: 8)
    private var unfinished: [(name: String, value: any UnfinishedValue)] = []

    /// The container of a name, which is made where there is none of the kind.
    func nested<Value: UnfinishedValue>(_ name: String, _ make: () -> Value) -> Value {
        if let known = unfinished.lazy.filter({ $0.name == name }).compactMap({ $0.value as? Value }).first {
            return known
        }
        let value = make()
        unfinished.append((name, value))
        return value
    }

    func finished() -> Any? {
        for (name, value) in unfinished { members[name] = value.finished() ?? [String: Any]() }
        unfinished = []
        return members
    }
}

/// An array under construction.
final class UnfinishedArray: UnfinishedValue {
    /// What is complete; null in the places of what is not.
    var elements: [Any] = []
    private var unfinished: [(index: Int, value: any UnfinishedValue)] = []

    func append<Value: UnfinishedValue>(_ value: Value) -> Value {
        unfinished.append((elements.count, value))
        elements.append(NSNull())
        return value
    }

    func finished() -> Any? {
        for (index, value) in unfinished { elements[index] = value.finished() ?? [String: Any]() }
        unfinished = []
        return elements
    }
}

extension Dictionary {
    fileprivate init(minimumCapacity: Int) {
        self.init()
        reserveCapacity(minimumCapacity)
    }
}
