import FirestoreModel
import ReadReceipts

/// The sheet that shows who has read a message.
struct DetailsView: Encodable, Sendable {
    /// Readers, or other recipients.
    struct Section: Encodable, Sendable {
        let kind: String
        let title: String
        let people: [Person]
        /// How many there are; in a large group, more than are listed.
        let count: Int
    }

    struct Person: Encodable, Sendable {
        let id: UserID
        let name: String
        let initials: String
        @Nullable var photoURL: String?
        let kind: String
        /// When they reached their stage, in milliseconds since 1970.
        @Nullable var time: Double?
    }

    let pane: String
    let message: MessageID
    let state: String
    @Nullable var error: String?
    let title: String
    @Nullable var subtitle: String?
    let sections: [Section]

    init(
        _ state: LiveReceiptDetails.State, pane: String, message: MessageID, formatter: ReceiptFormatter
    ) {
        self.pane = pane
        self.message = message
        title = "Read By"
        switch state {
        case .loading:
            (self.state, error, subtitle, sections) = ("loading", nil, nil, [])
        case .failed(let failure):
            (self.state, subtitle, sections) = ("failed", nil, [])
            error = "Unable to load read receipts: \(failure.message)"
        case .loaded(let details):
            func people(_ list: [ReceiptDetails.Person]) -> [Person] {
                list.map { person in
                    Person(
                        id: person.userID, name: person.name, initials: person.initials,
                        photoURL: person.photoURL, kind: person.kind.rawValue,
                        time: (person.furthestAt ?? person.readAt)?.milliseconds)
                }
            }
            (self.state, error) = ("loaded", nil)
            subtitle = formatter.subtitle(details)
            // Those who are not listed have read it at least.
            var unlisted = details.readCount - details.read.count
            let read = formatter.readSections(details).reversed().map { section in
                defer { unlisted = 0 }
                return Section(
                    kind: "read", title: section.title, people: people(section.people),
                    count: section.people.count + unlisted)
            }
            let rest = Section(
                kind: "notRead", title: formatter.notReadTitle(details), people: people(details.notRead),
                count: details.notReadCount)
            sections = read.reversed() + (details.notReadCount == 0 ? [] : [rest])
        }
    }
}
