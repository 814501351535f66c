/// Notes what closures are called with, and waits for it.
final class Recorder: Sendable {
    private let notes: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (notes, continuation) = AsyncStream.makeStream(of: String.self) }

    func note(_ text: String) { continuation.yield(text) }

    /// Waits for notes.
    func take(_ count: Int) async -> [String] {
        var taken: [String] = []
        if count == 0 { return taken }
        for await note in notes {
            taken.append(note)
            if taken.count == count { break }
        }
        return taken
    }
}
