import Synchronization

/// The source of random numbers for ids and waits, shared by all tasks.
package final class SharedGenerator: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    package init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = Mutex(generator)
    }

    /// Draws from the generator, under a lock.
    package func withGenerator<Result: Sendable>(_ body: (inout AnyGenerator) -> Result) -> Result {
        generator.withLock { generator in
            var shared = AnyGenerator(base: generator)
            defer { generator = shared.base }
            return body(&shared)
        }
    }
}

/// A type-erased generator.
package struct AnyGenerator: RandomNumberGenerator {
    fileprivate var base: any RandomNumberGenerator & Sendable

    package mutating func next() -> UInt64 { base.next() }
}
