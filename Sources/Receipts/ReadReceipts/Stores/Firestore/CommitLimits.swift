/// What every server accepts in one commit.
package enum CommitLimits {
    /// The most writes: the limit of production until 2023, which older servers still have.
    package static let writes = 500
    /// The most bytes of JSON: below the 4 MiB at which Google's emulator refuses, and production's 10 MiB.
    static let bytes = 4_000_000
}
