import FirestoreModel
import FirestoreRPC

/// The writes of one commit, checked as far as possible without reading documents.
struct WriteList {
    let writes: [Write]
    /// The writes by document, in the order in which the documents first appear.
    let groups: [WriteGroup]

    /// Checks writes in the order of Google's emulator, so that of two mistakes the same one is reported.
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
    /// Their combined condition.
    private(set) var condition: WriteCondition
    /// Their indexes in the list of all writes.
    private(set) var indices: [Int]
    /// True for a verification, which is the only write to its document.
    let isVerification: Bool

    private init(_ write: Write, at index: Int) {
        name = write.name
        condition = WriteCondition(write)
        indices = [index]
        isVerification = write.isVerification
    }

    /// Sorts writes by document, in the order in which the documents first appear.
    ///
    /// - Throws: INVALID_ARGUMENT for incompatible writes to one document.
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
