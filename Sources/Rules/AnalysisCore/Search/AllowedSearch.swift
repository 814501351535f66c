/// A search for requests that rules allow.
package protocol AllowedSearch: Sendable {
    /// How many rules, or methods of them, there are to search for.
    var goals: Int { get }

    /// The requests that were decided so far.
    var requests: Int { get }

    /// Goes on for some dozens of requests.
    mutating func advance()
}
