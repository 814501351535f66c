/// The result of one write of a commit.
package struct WriteResult: Sendable, Equatable {
    /// When the document last changed, which is earlier than the commit if the write changed nothing; nil for deletes.
    package var updateTime: Timestamp?
    /// One value for each transform, in order.
    package var transformResults: [Value]

    package init(updateTime: Timestamp?, transformResults: [Value] = []) {
        self.updateTime = updateTime
        self.transformResults = transformResults
    }
}
