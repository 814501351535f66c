import JSONText
import NamedFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The file by which Firebase's tools find the hub of a project, for example `firebase emulators:export`.
///
/// Source: <https://github.com/firebase/firebase-tools>, `src/emulator/hub.ts`.
struct HubLocator: Sendable {
    private let path: String

    /// - Parameters:
    ///   - project: The project.
    ///   - environment: The variables that name the folder for temporary files, as in Node.
    init(project: String, environment: [String: String]) {
        let folders = ["TMPDIR", "TMP", "TEMP"].compactMap { environment[$0] }
        path = "\(folders.first { !$0.isEmpty } ?? "/tmp")/hub-\(project).json"
    }

    static func members(origin: String?) -> [JSON.Member] {
        [
            JSON.Member("version", .string(ProgramVersion.number)),
            JSON.Member("origins", .array(origin.map { [.string($0)] } ?? [])),
            JSON.Member("pid", .number(String(getpid()))),
        ]
    }

    /// Writes the file, unless it leads to another hub that runs. Without it the hub serves all the same.
    func write(origin: String) {
        if let owner, owner != getpid(), kill(owner, 0) == 0 || errno == EPERM { return }
        let json = JSON.object(HubLocator.members(origin: origin)).compactText
        try? FileReplacement.write(Array(json.utf8), to: path)
    }

    /// Removes the file, if it is ours.
    func remove() {
        if owner == getpid() { unlink(path) }
    }

    /// The process that the file names.
    private var owner: pid_t? {
        guard let bytes = try? NamedFile.contents(of: path, limit: 1 << 16),
            let json = try? JSONParser.parse(bytes), case .number(let digits)? = json["pid"]
        else { return nil }
        return pid_t(digits)
    }
}
