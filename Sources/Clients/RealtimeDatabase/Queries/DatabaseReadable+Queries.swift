import RealtimeDatabaseModel

/// Query methods, with the names of Firebase's SDK.
extension DatabaseReadable {
    /// Orders the children by the value at a path below each of them, such as `score` or `author/name`.
    ///
    /// The rules must have an `.indexOn` for it.
    public func queryOrdered(byChild path: String) -> DatabaseQuery {
        query.adding { $0.order(byChild: path) }
    }

    /// Orders the children by their keys: numbers first, then texts.
    public func queryOrderedByKey() -> DatabaseQuery { query.adding { $0.order(.key) } }

    /// Orders the children by their values.
    public func queryOrderedByValue() -> DatabaseQuery { query.adding { $0.order(.value) } }

    /// Begins with the first child whose value is not less.
    ///
    /// - Parameters:
    ///   - value: The bound, of the kind by which the children are ordered; a key when they are ordered by key.
    ///   - childKey: Where to begin among children of that very value.
    public func queryStarting(atValue value: DatabaseValue, childKey: String? = nil) -> DatabaseQuery {
        query.adding { $0.start("queryStarting(atValue:)", value, childKey, includesEqual: true) }
    }

    /// Begins with the first child whose value is greater.
    ///
    /// - Parameters:
    ///   - value: The bound, of the kind by which the children are ordered; a key when they are ordered by key.
    ///   - childKey: Behind which key to begin among children of that very value; nil to leave them all out.
    public func queryStarting(afterValue value: DatabaseValue, childKey: String? = nil) -> DatabaseQuery {
        query.adding { $0.start("queryStarting(afterValue:)", value, childKey, includesEqual: false) }
    }

    /// Ends with the last child whose value is not greater.
    ///
    /// - Parameters:
    ///   - value: The bound, of the kind by which the children are ordered; a key when they are ordered by key.
    ///   - childKey: Where to end among children of that very value.
    public func queryEnding(atValue value: DatabaseValue, childKey: String? = nil) -> DatabaseQuery {
        query.adding { $0.end("queryEnding(atValue:)", value, childKey, includesEqual: true) }
    }

    /// Ends with the last child whose value is less.
    ///
    /// - Parameters:
    ///   - value: The bound, of the kind by which the children are ordered; a key when they are ordered by key.
    ///   - childKey: Before which key to end among children of that very value; nil to leave them all out.
    public func queryEnding(beforeValue value: DatabaseValue, childKey: String? = nil) -> DatabaseQuery {
        query.adding { $0.end("queryEnding(beforeValue:)", value, childKey, includesEqual: false) }
    }

    /// Selects the children with a value.
    ///
    /// - Parameters:
    ///   - value: The bound, of the kind by which the children are ordered; a key when they are ordered by key.
    ///   - childKey: Selects only the child with this key.
    public func queryEqual(toValue value: DatabaseValue, childKey: String? = nil) -> DatabaseQuery {
        query.adding { query in
            query.start("queryEqual(toValue:)", value, childKey, includesEqual: true)
            query.end("queryEqual(toValue:)", value, childKey, includesEqual: true)
        }
    }

    /// Selects the first children, in the order of their keys unless another order is given.
    ///
    /// - Parameter limit: How many, at least 1.
    public func queryLimited(toFirst limit: Int) -> DatabaseQuery {
        query.adding { $0.limit("queryLimited(toFirst:)", limit) { .first($0) } }
    }

    /// Selects the last children, in the order of their keys unless another order is given.
    ///
    /// - Parameter limit: How many, at least 1.
    public func queryLimited(toLast limit: Int) -> DatabaseQuery {
        query.adding { $0.limit("queryLimited(toLast:)", limit) { .last($0) } }
    }
}
