/// Always the largest number, so that waits with jitter are as long as they can be.
package struct LargestNumbers: RandomNumberGenerator, Sendable {
    package init() {}
    package mutating func next() -> UInt64 { .max }
}
