package import HTTPTransport
package import HTTPTypes
import JSONText
import Synchronization

/// Stands before a server, and records each request about transactions with its answer.
///
/// Lists are documents with the array `values`, and `count`, which each append increments.
package final class HistoryRecorder: HTTPTransport {
    private struct Exchange {
        let call: String
        let request: JSON
        let began: Int
        var ended = Int.max
        /// Nil while there is none, or it was lost.
        var status: Int?
        var answer: JSON?
    }

    private struct Records {
        var time = 0
        var exchanges: [Exchange] = []
    }

    private let base: any HTTPTransport
    private let lists: [String]
    private let records = Mutex(Records())

    /// - Parameter lists: The full names of all lists, which queries return.
    package init(_ base: any HTTPTransport, lists: [String]) {
        self.base = base
        self.lists = lists
    }

    package func send(
        _ request: HTTPRequest, body: [UInt8]
    ) async throws(HTTPTransportError) -> HTTPExchangeResponse {
        let call = request.path?.prefix { $0 != "?" }.split(separator: ":").last.map(String.init) ?? ""
        let sent = (try? JSONParser.parse(body)) ?? .null
        let place = records.withLock { records in
            records.time += 1
            records.exchanges.append(Exchange(call: call, request: sent, began: records.time))
            return records.exchanges.count - 1
        }
        let response = try await base.send(request, body: body)
        records.withLock { records in
            records.time += 1
            records.exchanges[place].ended = records.time
            records.exchanges[place].status = response.head.status.code
            records.exchanges[place].answer = try? JSONParser.parse(response.body)
        }
        return response
    }

    /// The number of requests.
    package var count: Int { records.withLock { $0.exchanges.count } }

    /// What the transactions did, as the server has seen it.
    ///
    /// - Parameter end: The lists after all transactions.
    package func history(end: [String: [Int]]) -> History {
        let exchanges = records.withLock { $0.exchanges }
        var open: [String: History.Transaction] = [:]
        var order: [String] = []
        for (number, exchange) in exchanges.enumerated() {
            // What has no transaction is one by itself.
            let answered = exchange.answer?.array?.lazy.compactMap { $0["transaction"]?.string }.first
            let id =
                exchange.request["transaction"]?.string ?? answered ?? exchange.answer?["transaction"]?.string
            let key = id ?? "request \(number)"
            if open[key] == nil { order.append(key) }
            var transaction = open[key] ?? History.Transaction([], .aborted)
            let start = min(transaction.span?.lowerBound ?? exchange.began, exchange.began)
            switch exchange.call {
            case "batchGet", "runQuery":
                guard exchange.status == 200 else { break }
                transaction.operations += reads(exchange.answer, isQuery: exchange.call == "runQuery")
                if id == nil { transaction.outcome = .committed }
            case "commit":
                let appends = HistoryRecorder.appends(exchange.request)
                for append in appends where !transaction.operations.contains(append) {
                    transaction.operations.append(append)
                }
                if exchange.status == 200 {
                    transaction.outcome = .committed
                } else if transaction.outcome != .committed {
                    // A refusal says that nothing was written; silence and failures do not.
                    transaction.outcome = exchange.status.map { $0 < 500 } == true ? .aborted : .unknown
                }
            default: break
            }
            let isLater = exchange.status != 200 && transaction.outcome == .committed
            transaction.span =
                start...(isLater ? transaction.span?.upperBound ?? start : max(start, exchange.ended))
            open[key] = transaction
        }
        return History(order.compactMap { open[$0] }, end: end)
    }

    private func reads(_ answer: JSON?, isQuery: Bool) -> [History.Transaction.Operation] {
        var found: [(String, [Int], Int?)] = []
        for part in answer?.array ?? [] {
            if let document = part["found"] ?? part["document"], let name = document["name"]?.string {
                let fields = document["fields"]
                let values = fields?["values"]?["arrayValue"]?["values"]?.array ?? []
                found.append(
                    (
                        name, values.compactMap(HistoryRecorder.integer),
                        fields?["count"].flatMap(HistoryRecorder.integer)
                    ))
            } else if let missing = part["missing"]?.string {
                found.append((missing, [], 0))
            }
        }
        if isQuery {
            // A list that a query does not return is empty.
            for list in lists where !found.contains(where: { $0.0 == list }) { found.append((list, [], 0)) }
        }
        return found.map { .read($0.0, $0.1, count: $0.2) }
    }

    private static func appends(_ commit: JSON) -> [History.Transaction.Operation] {
        (commit["writes"]?.array ?? []).compactMap { write in
            guard let update = write["update"], let name = update["name"]?.string else { return nil }
            let appended = (write["updateTransforms"]?.array ?? []).lazy.compactMap {
                $0["appendMissingElements"]?["values"]?.array?.last
            }.first
            let element = appended ?? update["fields"]?["values"]?["arrayValue"]?["values"]?.array?.last
            return element.flatMap(integer).map { .append(name, $0) }
        }
    }

    private static func integer(_ value: JSON) -> Int? { value["integerValue"]?.string.flatMap { Int($0) } }
}
