import HTTPTransport
import HTTPTypes
import JSONText
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps what the rules of an emulator were in this run, and knows the file that they came from.
final class RulesDesk: Sendable {
    private let file: RulesFile?
    private let now: @Sendable () -> Int64
    private let history = Mutex(RulesHistory())

    /// - Parameters:
    ///   - file: The file that the rules came from; nil where that is not known.
    ///   - now: The time in milliseconds since 1970.
    init(_ file: RulesFile?, now: @escaping @Sendable () -> Int64 = RulesDesk.systemTime) {
        self.file = file
        self.now = now
        if let file { history.withLock { $0.note(file.initial, at: now(), isPublished: false) } }
    }

    /// Takes in rules that passed by: those that were read, or those that were published.
    func note(_ content: String, isPublished: Bool) {
        history.withLock { $0.note(content, at: now(), isPublished: isPublished) }
    }

    /// What a page is told: the file, and which versions there were.
    ///
    /// - Parameters:
    ///   - tag: That of what the page has already; nothing is told again.
    ///   - includesContent: Whether to tell the texts of the versions.
    func answer(unless tag: String?, includesContent: Bool) throws -> HTTPExchangeResponse {
        let versions = history.withLock(\.versions)
        let content = file?.read()
        var hasher = Hasher()
        hasher.combine(content)
        hasher.combine(versions.last?.number)
        hasher.combine(versions.count)
        let current = "\"\(String(UInt(bitPattern: hasher.finalize()), radix: 36))\""
        if !includesContent, tag == current {
            return HTTPExchangeResponse(head: HTTPResponse(status: .notModified)).tagged(current)
        }
        let view = file.map { file in
            FileView(
                name: file.name, content: content,
                isNewer: content.map { !$0.utf8.elementsEqual(file.initial.utf8) } ?? false)
        }
        let answer = Answer(file: view, versions: versions.map { VersionView($0, includesContent) })
        return try HTTPExchangeResponse.json(answer).tagged(current)
    }

    private struct FileView: Encodable, Sendable, Equatable {
        let name: String
        /// What is in it now; nil where it cannot be read.
        @Nullable var content: String?
        /// Whether it has been changed since the emulator was started.
        let isNewer: Bool
    }

    private struct VersionView: Encodable {
        let number: Int
        /// In milliseconds since 1970.
        let time: Int64
        let isPublished: Bool
        let content: String?

        init(_ version: RulesHistory.Version, _ includesContent: Bool) {
            (number, time, isPublished) = (version.number, version.time, version.isPublished)
            content = includesContent ? version.content : nil
        }
    }

    private struct Answer: Encodable {
        @Nullable var file: FileView?
        let versions: [VersionView]
    }

    private static let systemTime: @Sendable () -> Int64 = {
        Int64((Date().timeIntervalSince1970 * 1000).rounded())
    }
}

extension RulesDesk {
    /// Takes in the rules of an answer of Firestore's emulator, or of a request that it has carried out.
    func note(firestore method: HTTPRequest.Method, request: [UInt8], response: HTTPExchangeResponse) {
        guard response.head.status == .ok else { return }
        let isPublished = method == .put
        let json = try? JSONParser.parse(isPublished ? request : response.body)
        guard let content = json?["rules"]?["files"]?.array?.first?["content"]?.string else { return }
        note(content, isPublished: isPublished)
    }

    /// The same for an emulator of the Realtime Database, whose rules come as they are.
    func note(database method: HTTPRequest.Method, request: [UInt8], response: HTTPExchangeResponse) {
        guard response.head.status == .ok else { return }
        let isPublished = method == .put
        guard let content = String(validating: isPublished ? request : response.body, as: UTF8.self) else {
            return
        }
        note(content, isPublished: isPublished)
    }
}

extension HTTPExchangeResponse {
    fileprivate func tagged(_ tag: String) -> HTTPExchangeResponse {
        var response = self
        response.head.headerFields[.eTag] = tag
        return response
    }
}
