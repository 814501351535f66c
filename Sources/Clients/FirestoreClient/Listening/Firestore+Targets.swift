import ClientCore
package import FirestoreModel
import FirestoreRPC
import HTTPTransport

/// Listening below the public names, in the terms of the API.
extension Firestore {
    /// Whether the client's transport can carry streams.
    package var canListen: Bool { transport is any HTTPStreamingTransport }

    /// Listens to a query over the collections below a document, or below the database's root.
    ///
    /// - Parameter subject: What is listened to, for people.
    package func listen(
        to query: StructuredQuery, below parent: DocumentPath?, subject: String
    ) -> TargetSubscription {
        let below = parent.map { DocumentName(database, $0).description }
        return listeners.listen(
            to: .query(query, parent: below ?? "\(database)/documents"), subject: "Listening to \(subject)",
            of: self, .changes)
    }

    /// Listens to documents, which need not exist.
    ///
    /// - Parameter subject: What is listened to, for people.
    package func listen(to documents: [DocumentPath], subject: String) -> TargetSubscription {
        listeners.listen(
            to: .documents(documents.map { WrittenName(DocumentName(database, $0).description) }),
            subject: "Listening to \(subject)", of: self, .changes)
    }
}
