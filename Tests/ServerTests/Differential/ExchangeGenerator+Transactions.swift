import JSONText
import TestSupport

extension ExchangeGenerator {
    /// Opens a transaction; one that writes only while no other is open.
    mutating func begin() -> ExchangeRequest {
        if openTransaction == nil { openTransaction = nextLabel }
        var options: JSON = random.oneIn(2) ? [:] : ["readWrite": [:]]
        if random.oneIn(4) { options = ["readWrite": ["retryTransaction": earlier("transaction")]] }
        return post(":beginTransaction", random.oneIn(3) ? [:] : ["options": options])
    }

    /// Reads in the open transaction, or ends it.
    mutating func useTransaction(_ transaction: JSON) -> ExchangeRequest {
        switch random.int(0...6) {
        case 0, 1:
            return post(
                ":batchGet", ["documents": [guardedName(), guardedName()], "transaction": transaction])
        case 2, 3: return post(":runQuery", ["structuredQuery": query(in: "t"), "transaction": transaction])
        case 4, 5:
            openTransaction = nil
            return post(":commit", ["writes": writes(guarded: true), "transaction": transaction])
        default:
            openTransaction = nil
            return post(":rollback", ["transaction": transaction])
        }
    }

    /// Something about the past, about a transaction for reading, or about one that may have ended.
    mutating func readOnly() -> ExchangeRequest {
        switch random.int(0...7) {
        case 0: post(":beginTransaction", ["options": ["readOnly": [:]]])
        case 1: post(":beginTransaction", ["options": ["readOnly": .object([readTime()])]])
        case 2: post(":runQuery", .object([JSON.Member("structuredQuery", query()), readTime()]))
        case 3: post(":runQuery", ["structuredQuery": query(), "newTransaction": ["readOnly": [:]]])
        case 4:
            post(
                ":batchGet",
                ["documents": [documentName()], "newTransaction": ["readOnly": .object([readTime()])]])
        case 5: post(":rollback", ["transaction": random.pick(["", "AAAA", "x", earlier("transaction")])])
        default: useEnded(earlier("transaction"))
        }
    }

    /// Something with a transaction that may be open, for reading or at all.
    private mutating func useEnded(_ transaction: JSON) -> ExchangeRequest {
        switch random.int(0...3) {
        case 0: post(":batchGet", ["documents": [guardedName()], "transaction": transaction])
        case 1: post(":runQuery", ["structuredQuery": query(in: "t"), "transaction": transaction])
        case 2:
            post(
                ":runAggregationQuery",
                [
                    "structuredAggregationQuery": [
                        "structuredQuery": query(in: "t"), "aggregations": [["count": [:]]],
                    ],
                    "transaction": transaction,
                ])
        default: commit(transaction)
        }
    }

    private mutating func commit(_ transaction: JSON) -> ExchangeRequest {
        // It may be the open one.
        openTransaction = nil
        return post(":commit", ["writes": random.oneIn(2) ? [] : writes(), "transaction": transaction])
    }

    /// Figures, of now or of the past.
    mutating func aggregate() -> ExchangeRequest {
        var members = [JSON.Member("structuredAggregationQuery", aggregation())]
        if random.oneIn(8) { members.append(readTime()) }
        if random.oneIn(12) { members.append(JSON.Member("newTransaction", ["readOnly": [:]])) }
        return post(parent() + ":runAggregationQuery", .object(members))
    }

    /// When to read.
    mutating func readTime() -> JSON.Member {
        JSON.Member(
            "readTime", slips(3) ? oddTime() : earlier(random.pick(["commitTime", "updateTime", "readTime"])))
    }
}
