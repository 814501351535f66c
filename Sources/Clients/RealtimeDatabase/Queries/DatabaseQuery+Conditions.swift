import RealtimeDatabaseModel

/// Query methods, with the names of Firebase's SDK. Bounds are strings, numbers, booleans or nil.
extension DatabaseQuery {
    /// Orders the children by the value at a path below each of them, such as `score` or `author/name`.
    ///
    /// The rules must have an `.indexOn` for it.
    public func queryOrdered(byChild path: String) -> DatabaseQuery { adding { $0.order(byChild: path) } }

    /// Orders the children by their keys: numbers first, then texts.
    public func queryOrderedByKey() -> DatabaseQuery { adding { $0.order(.key) } }

    /// Orders the children by their values.
    public func queryOrderedByValue() -> DatabaseQuery { adding { $0.order(.value) } }

    /// Not supported: using the query fails with `.unsupported`, as priorities are not read.
    public func queryOrderedByPriority() -> DatabaseQuery { adding { $0.order(.priority) } }

    /// Begins with the first child whose value is not less.
    ///
    /// - Parameters:
    ///   - startValue: The bound, of the kind by which the children are ordered; a key when they are ordered by key.
    ///   - childKey: Where to begin among children of that very value.
    public func queryStarting(atValue startValue: Any?, childKey: String? = nil) -> DatabaseQuery {
        adding { $0.start("queryStarting(atValue:)", startValue, childKey, includesEqual: true) }
    }

    /// Begins with the first child whose value is greater.
    ///
    /// - Parameters:
    ///   - startAfterValue: The bound, of the kind by which the children are ordered; a key when they are ordered by key.
    ///   - childKey: Behind which key to begin among children of that very value; nil to leave them all out.
    public func queryStarting(afterValue startAfterValue: Any?, childKey: String? = nil) -> DatabaseQuery {
        adding { $0.start("queryStarting(afterValue:)", startAfterValue, childKey, includesEqual: false) }
    }

    /// Ends with the last child whose value is not greater.
    ///
    /// - Parameters:
    ///   - endValue: The bound, of the kind by which the children are ordered; a key when they are ordered by key.
    ///   - childKey: Where to end among children of that very value.
    public func queryEnding(atValue endValue: Any?, childKey: String? = nil) -> DatabaseQuery {
        adding { $0.end("queryEnding(atValue:)", endValue, childKey, includesEqual: true) }
    }

    /// Ends with the last child whose value is less.
    ///
    /// - Parameters:
    ///   - endValue: The bound, of the kind by which the children are ordered; a key when they are ordered by key.
    ///   - childKey: Before which key to end among children of that very value; nil to leave them all out.
    public func queryEnding(beforeValue endValue: Any?, childKey: String? = nil) -> DatabaseQuery {
        adding { $0.end("queryEnding(beforeValue:)", endValue, childKey, includesEqual: false) }
    }

    /// Selects the children with a value.
    ///
    /// - Parameters:
    ///   - value: The bound, of the kind by which the children are ordered; a key when they are ordered by key.
    ///   - childKey: Selects only the child with this key.
    public func queryEqual(toValue value: Any?, childKey: String? = nil) -> DatabaseQuery {
        adding { query in
            query.start("queryEqual(toValue:)", value, childKey, includesEqual: true)
            query.end("queryEqual(toValue:)", value, childKey, includesEqual: true)
        }
    }

    /// Selects the first children, in the order of their keys unless another order is given.
    ///
    /// - Parameter limit: How many, at least 1.
    public func queryLimited(toFirst limit: some BinaryInteger) -> DatabaseQuery {
        adding { $0.limit("queryLimited(toFirst:)", limit) { .first($0) } }
    }

    /// Selects the last children, in the order of their keys unless another order is given.
    ///
    /// - Parameter limit: How many, at least 1.
    public func queryLimited(toLast limit: some BinaryInteger) -> DatabaseQuery {
        adding { $0.limit("queryLimited(toLast:)", limit) { .last($0) } }
    }
}
