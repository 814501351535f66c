/// Where a group with cursors is too large to read them all, and what counting costs instead.
package enum LargeGroup {
    /// In a group of more members, senders see counts and a page of names. So many cursors cost what the server takes to count both
    /// stages of the last hundred messages.
    package static let threshold = 200

    /// How many names a page has.
    static let pageSize = 50

    /// The number of billed reads if the server counts how many recipients have reached each stage of some messages of one sender, at most:
    /// one for each stage and 1,000 cursors counted, and one for the sender's cursor.
    static func reads(toCount messages: Int, stages: Int, members: Int) -> Int {
        messages == 0 ? 0 : messages * stages * max(1, (members + 999) / 1000) + 1
    }

    /// The number of billed reads of one count.
    static func reads(ofCount count: Int) -> Int { max(1, (count + 999) / 1000) }
}
