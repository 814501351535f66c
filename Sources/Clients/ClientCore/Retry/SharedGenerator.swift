import Synchronization

/// One source of random numbers for ids and waits, shared by all tasks.
package final class SharedGenerator: Sendable {
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    package init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = Mutex(generator)
    }

    /// Draws from the generator, alone for as long as that takes.
    package func withGenerator<Result: Sendable>(_ body: (inout AnyGenerator) -> Result) -> Result {
        generator.withLock { generator in
            var shared = AnyGenerator(base: generator)
            defer { generator = shared.base }
            return body(&shared)
        }
    }
}

/// A generator of any type, as a type of its own.
package struct AnyGenerator: RandomNumberGenerator {
    fileprivate var base: any RandomNumberGenerator & Sendable

    package mutating func next() -> UInt64 { base.next() }
}
