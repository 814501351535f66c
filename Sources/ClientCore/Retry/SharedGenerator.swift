import Synchronization

/// One source of random numbers for ids and waits, shared by all tasks.
final class SharedGenerator: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = Mutex(generator)
    }

    /// An id as Firebase's SDKs make them: 20 characters, drawn evenly from 62, about 119 bits.
    func autoID() -> String {
        withGenerator { generator in
            String(
                decoding: (0..<20).map { _ in
                    SharedGenerator.alphabet[
                        Int(generator.next(upperBound: UInt64(SharedGenerator.alphabet.count)))]
                }, as: UTF8.self)
        }
    }

    func withGenerator<Result: Sendable>(_ body: (inout AnyGenerator) -> Result) -> Result {
        generator.withLock { generator in
            var shared = AnyGenerator(base: generator)
            defer { generator = shared.base }
            return body(&shared)
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
}

/// A generator of any type, as a type of its own.
struct AnyGenerator: RandomNumberGenerator {
    fileprivate var base: any RandomNumberGenerator & Sendable

    mutating func next() -> UInt64 { base.next() }
}
