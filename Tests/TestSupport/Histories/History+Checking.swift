extension History {
    /// Everything in the history that cannot happen in a strictly serializable database.
    package var anomalies: [Anomaly] {
        let findings = Findings(self)
        return findings.anomalies + [DependencyGraph(self, findings).cycle].compactMap(\.self)
    }

    /// What a look at the reads alone shows, and the order of the elements.
    struct Findings {
        private(set) var anomalies: [Anomaly] = []
        /// The elements of each list in their order.
        private(set) var orders: [String: [Int]] = [:]
        /// The transaction that appended an element.
        private(set) var writers: [Element: Int] = [:]

        struct Element: Hashable {
            let list: String
            let number: Int
        }

        init(_ history: History) {
            for (index, transaction) in history.transactions.enumerated() {
                for case .append(let list, let number) in transaction.operations {
                    writers[Element(list: list, number: number)] = index
                }
            }
            orders = history.end
            for (list, elements) in history.end { check(list, elements, by: nil, history) }
            // The longest read shows the order, and all others must agree with it.
            let reads = history.reads
            for read in reads where read.elements.count > orders[read.list, default: []].count {
                orders[read.list] = read.elements
            }
            for read in reads {
                check(read.list, read.elements, by: read.transaction, history)
                if let count = read.count, count != read.elements.count { add(.duplicate(read.list)) }
                let order = orders[read.list] ?? []
                if !order.starts(with: read.elements) { add(.incompatibleOrder(read.list)) }
            }
            for transaction in history.transactions where transaction.outcome == .committed {
                for case .append(let list, let number) in transaction.operations {
                    if let end = history.end[list], !end.contains(number) { add(.lost(list, number)) }
                }
            }
        }

        private mutating func add(_ anomaly: Anomaly) {
            if !anomalies.contains(anomaly) { anomalies.append(anomaly) }
        }

        /// Checks a read by itself.
        private mutating func check(_ list: String, _ elements: [Int], by reader: Int?, _ history: History) {
            if Set(elements).count != elements.count { add(.duplicate(list)) }
            for number in elements {
                guard let writer = writers[Element(list: list, number: number)] else {
                    add(.invented(list, number))
                    continue
                }
                // Transactions read before they write.
                if writer == reader { add(.invented(list, number)) }
                if history.transactions[writer].outcome == .aborted { add(.abortedRead(list, number)) }
            }
            guard let last = elements.last, let writer = writers[Element(list: list, number: last)] else {
                return
            }
            let own = history.transactions[writer].appends(to: list)
            if own.last != last { add(.intermediateRead(list, last)) }
        }
    }

    /// The reads of transactions that count. What an aborted one read may be anything.
    var reads: [(transaction: Int, list: String, elements: [Int], count: Int?)] {
        transactions.enumerated().flatMap { index, transaction in
            transaction.outcome == .committed
                ? transaction.operations.compactMap { operation in
                    guard case .read(let list, let elements, let count) = operation else { return nil }
                    return (index, list, elements, count)
                } : []
        }
    }
}

extension History.Transaction {
    /// The elements that it appends to a list.
    fileprivate func appends(to list: String) -> [Int] {
        operations.compactMap { operation in
            guard case .append(list, let number) = operation else { return nil }
            return number
        }
    }
}
