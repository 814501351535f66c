import RealtimeDatabaseModel

extension DatabaseValue {
    /// Children by key.
    ///
    /// Unlike in a dictionary, keys are compared by their bytes: two ways of writing an `é` are two keys, as in the
    /// database. Iterating visits the children in the order of their keys.
    public struct Children: Hashable, Sendable {
        private var values: [DataKey: DatabaseValue] = [:]

        /// Creates no children.
        public init() {}

        /// Creates the children of a dictionary.
        public init(_ values: [String: DatabaseValue]) { self.init(values.map { ($0.key, $0.value) }) }

        /// Creates children from keys and values. If a key repeats, its last value counts.
        public init(_ pairs: some Sequence<(String, DatabaseValue)>) {
            for (key, value) in pairs { self[key] = value }
        }

        /// The value of a key; nil without one.
        public subscript(key: String) -> DatabaseValue? {
            get { values[DataKey(key)] }
            set { values[DataKey(key)] = newValue }
        }

        /// How many children there are.
        public var count: Int { values.count }
        /// Whether there are no children.
        public var isEmpty: Bool { values.isEmpty }
        /// The keys, in their order.
        public var keys: [String] { values.keys.sorted().map(\.string) }
    }
}

extension DatabaseValue.Children: Sequence {
    /// Visits the children in the order of their keys.
    public func makeIterator() -> some IteratorProtocol<(key: String, value: DatabaseValue)> {
        values.sorted { $0.key < $1.key }.lazy.map { (key: $0.key.string, value: $0.value) }.makeIterator()
    }
}

extension DatabaseValue.Children: ExpressibleByDictionaryLiteral {
    /// Creates children; if a key repeats, its last value counts.
    public init(dictionaryLiteral elements: (String, DatabaseValue)...) { self.init(elements) }
}
