import JSONText
import RealtimeDatabaseModel

/// What a transaction's block has decided about some data.
enum TransactionDecision: Sendable {
    case commit(DatabaseValue)
    case abort
    case invalid(DataProblem)

    /// Runs a block.
    init(_ block: (MutableData) -> TransactionResult, on value: DatabaseValue, key: String?) {
        do throws(DataProblem) {
            let data = block(MutableData(value, key: key)).data
            self = try data.map { data throws(DataProblem) in .commit(try data.written()) } ?? .abort
        } catch {
            self = .invalid(error)
        }
    }
}

extension TransactionDecision {
    /// The JSON to write; null for an aborted transaction.
    func json(over present: DataNode, at path: DatabasePath) throws(DataProblem) -> JSON {
        switch self {
        case .commit(let value):
            let json = try value.json()
            _ = try DataReader(now: 0).node(json, over: present, at: path)
            return json
        case .abort: return .null
        case .invalid(let problem): throw problem
        }
    }
}
