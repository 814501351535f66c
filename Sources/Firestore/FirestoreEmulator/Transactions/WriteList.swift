import FirestoreModel
import FirestoreRPC

/// The writes of one commit, found valid as far as can be told without looking at any document.
struct WriteList {
    let writes: [Write]
    /// The writes by document, in the order in which the documents first appear.
    let groups: [WriteGroup]

    /// Checks writes, in the order in which Google's emulator looks, so that of two mistakes the same one is named.
    init(_ writes: [Write]) throws(RPCStatus) {
        groups = try WriteGroup.groups(writes)
        for group in groups {
            if group.indices.count == 1 {
                try WriteValidation.check(writes[group.indices[0]])
            } else {
                try WriteValidation.check(group.indices.map { writes[$0] })
            }
        }
        self.writes = writes
    }
}

/// All writes of one commit to one document.
struct WriteGroup {
    let name: DocumentName
    /// What they ask together.
    private(set) var condition: WriteCondition
    /// Where they stand in the list of all writes.
    private(set) var indices: [Int]
    /// True for a write that only verifies, which is the only one of its document.
    let isVerification: Bool

    private init(_ write: Write, at index: Int) {
        name = write.name
        condition = WriteCondition(write)
        indices = [index]
        isVerification = write.isVerification
    }

    /// Sorts writes by document, in the order in which the documents first appear.
    ///
    /// - Throws: INVALID_ARGUMENT for writes to one document that do not go together.
    fileprivate static func groups(_ writes: [Write]) throws(RPCStatus) -> [WriteGroup] {
        try checkVerifications(writes)
        var groups: [WriteGroup] = []
        groups.reserveCapacity(writes.count)
        var positions: [DocumentPath: Int] = [:]
        for (index, write) in writes.enumerated() {
            if let position = positions[write.name.path] {
                try groups[position].condition.add(write)
                groups[position].indices.append(index)
            } else {
                positions[write.name.path] = groups.count
                groups.append(WriteGroup(write, at: index))
            }
        }
        return groups
    }

    private static func checkVerifications(_ writes: [Write]) throws(RPCStatus) {
        guard writes.contains(where: \.isVerification) else { return }
        var names = WrittenNames<DocumentPath>()
        for write in writes { try names.add(write.name.path, isVerification: write.isVerification) }
    }
}

extension Write {
    fileprivate var isVerification: Bool {
        if case .verify = operation { true } else { false }
    }
}
