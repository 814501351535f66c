import NamedFiles

/// Why an export cannot be read or written.
package struct ExportProblem: Error, Sendable, CustomStringConvertible {
    /// The file or folder.
    package let path: String
    /// The first byte of the record with the problem, from 0; nil if the problem is the whole file.
    private let offset: Int?
    /// What is wrong.
    private let reason: String

    init(_ path: String, offset: Int? = nil, _ reason: String) {
        self.path = path
        self.offset = offset
        self.reason = reason
    }

    /// What is wrong where in the file: `record at byte OFFSET: REASON`.
    package var details: String { (offset.map { "record at byte \($0): " } ?? "") + reason }

    init(_ refusal: FileRefusal) {
        self.init(refusal.path, "cannot \(refusal.purpose.rawValue) it: \(refusal.reason)")
    }

    /// Does something with files, and throws their problems.
    static func check<Result>(_ body: () throws(FileRefusal) -> Result) throws(ExportProblem) -> Result {
        do throws(FileRefusal) { return try body() } catch { throw ExportProblem(error) }
    }

    /// One readable line.
    package var description: String { "\(FileRefusal.name(path)): \(details)" }
}
