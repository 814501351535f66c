import FirestoreClient
import JSONText
import PrintableText
import ReadReceipts

/// Prints who has read a message.
struct DetailsFrontend {
    let command: DetailsCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        let connection = try await Connection(command.connection, user: command.user, in: context)
        let service = connection.service
        let formatter = ReceiptFormatter.english(for: service.schema)
        let denials = try await Denials(
            connection, command.connection, conversation: command.conversation, user: command.user,
            explains: command.denials.explain)
        let place = "conversation \"\(command.conversation.string.beginning(limit: 60))\""
        let details = try await denials.translated("read \(place)") {
            try await service.details(
                of: command.id, conversation: command.conversation, user: command.user,
                profiles: UserProfiles(of: service), formatter: formatter)
        }
        switch command.connection.format {
        case .text:
            let console = context.console
            console.out("\(details.messageID.string.printable)  \(formatter.subtitle(details))")
            for (title, people) in formatter.readSections(details) {
                list(people, title, console.styled("✓", .blue), formatter)
            }
            more(details.readCount - details.read.count)
            list(details.notRead, formatter.notReadTitle(details), console.styled("·", .grey), formatter)
            more(details.notReadCount - details.notRead.count)
        case .json:
            for person in details.read { report(person, details, hasRead: true) }
            for person in details.notRead { report(person, details, hasRead: false) }
        }
        return .done
    }

    private func list(
        _ people: [ReceiptDetails.Person], _ title: String, _ mark: String, _ formatter: ReceiptFormatter
    ) {
        if people.isEmpty { return }
        context.console.out("\(title):")
        for person in people {
            let time = person.furthestAt ?? person.readAt
            let age = time.map { "  " + formatter.age(of: $0, at: context.now()) } ?? ""
            context.console.out(
                "  \(mark) \(person.name.printable.padded(24))  \(person.userID.string.printable)\(age)")
        }
    }

    /// In a large group, only a page is listed.
    private func more(_ count: Int) {
        if count > 0 { context.console.out("    and \(count) more") }
    }

    private func report(_ person: ReceiptDetails.Person, _ details: ReceiptDetails, hasRead: Bool) {
        context.console.out(
            JSON.object([
                "id": .string(details.messageID), "userID": .string(person.userID),
                "userName": .string(person.name),
                "userPhotoURL": person.photoURL.map(JSON.string), "hasRead": .boolean(hasRead),
                "readAt": person.readAt.map { JSON.string($0.description) },
                "stage": person.furthest.map { JSON.string($0.name) },
                "kind": .string(person.kind.rawValue),
                "readCount": details.isPage ? .integer(details.readCount) : nil,
                "recipientCount": details.isPage ? .integer(details.recipientCount) : nil,
            ]).printedText)
    }
}
