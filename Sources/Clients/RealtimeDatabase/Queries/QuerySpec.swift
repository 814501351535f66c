import ClientCore
import RealtimeDatabaseModel

/// The parts of a query under construction, and its first problem.
struct QuerySpec: Sendable, Equatable {
    private var order: DataQuery.Order?
    private var start: DataQuery.Bound?
    private var end: DataQuery.Bound?
    private var limit: DataQuery.Limit?
    private var problem: DataProblem?

    /// The query; nil for all children in no order.
    ///
    /// - Throws: ``DataProblem``, the first one.
    func dataQuery() throws(DataProblem) -> DataQuery? {
        if let problem { throw problem }
        guard let order else {
            if start != nil || end != nil {
                throw DataProblem(
                    "a bound needs an order; begin with queryOrdered(byChild:), queryOrderedByKey() or queryOrderedByValue()"
                )
            }
            return limit.map { DataQuery(order: .key, limit: $0) }
        }
        return DataQuery(
            order: order, start: try keyed(start, order), end: try keyed(end, order), limit: limit)
    }

    /// Checks the bound of an order by key, which must be a key.
    private func keyed(
        _ bound: DataQuery.Bound?, _ order: DataQuery.Order
    ) throws(DataProblem) -> DataQuery.Bound? {
        guard order == .key, let bound else { return bound }
        guard case .string = bound.value, bound.key == nil else {
            throw DataProblem("a bound of an order by key is a key: a text, and no childKey beside it")
        }
        return bound
    }

    private mutating func note(_ problem: DataProblem) {
        if self.problem == nil { self.problem = problem }
    }

    private mutating func note(_ reason: String) { note(DataProblem(reason)) }

    mutating func order(_ order: DataQuery.Order) {
        if self.order != nil { return note("children have one order, but two are given") }
        self.order = order
    }

    mutating func order(byChild text: String) {
        do throws(DataProblem) {
            let path = try DatabasePath(text)
            if path.isRoot { throw DataProblem("queryOrdered(byChild:) needs the path of a child") }
            order(.child(path))
        } catch {
            note(error)
        }
    }

    mutating func start(_ name: String, _ value: Any?, _ key: String?, includesEqual: Bool) {
        if start != nil { return note("\(name) gives the query a second beginning") }
        start = bound(name, value, key, includesEqual: includesEqual)
    }

    mutating func end(_ name: String, _ value: Any?, _ key: String?, includesEqual: Bool) {
        if end != nil { return note("\(name) gives the query a second end") }
        end = bound(name, value, key, includesEqual: includesEqual)
    }

    private mutating func bound(
        _ name: String, _ value: Any?, _ key: String?, includesEqual: Bool
    ) -> DataQuery.Bound? {
        if let key, let problem = DataKey(key).problem {
            note("the childKey \(key.quotedForMessage) of \(name) \(problem)")
        }
        guard let value = try? DatabaseValue(plain: value), let scalar = DataQuery.Scalar(value) else {
            note("\(name) takes a text, a finite number, true, false or nil")
            return nil
        }
        return DataQuery.Bound(scalar, key: key.map { DataKey($0) }, includesEqual: includesEqual)
    }

    mutating func limit(_ name: String, _ count: some BinaryInteger, _ make: (Int) -> DataQuery.Limit) {
        if limit != nil { return note("a query has one limit, but two are given") }
        guard let count = Int32(exactly: count), count > 0 else {
            return note("\(name) takes a number from 1 to \(Int32.max)")
        }
        limit = make(Int(count))
    }
}

extension DataQuery.Scalar {
    fileprivate init?(_ value: DatabaseValue) {
        switch value {
        case .null: self = .null
        case .boolean(let flag): self = .boolean(flag)
        case .number(let number) where number.isFinite: self = .number(number)
        case .string(let text): self = .string(text)
        case .number, .array, .object: return nil
        }
    }
}
