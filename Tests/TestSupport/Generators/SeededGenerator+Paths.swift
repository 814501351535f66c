package import FirestoreModel

extension SeededGenerator {
    /// A field path of one to three names.
    package mutating func randomFieldPath() -> FieldPath {
        FieldPath(list(1...3) { $0.oneIn(2) ? $0.randomWord() : $0.randomText(1...6) })
    }

    package mutating func randomMask() -> DocumentMask {
        DocumentMask(list(0...4) { $0.randomFieldPath() })
    }

    /// An id that Firestore accepts, of a collection or a document.
    package mutating func randomResourceID() -> ResourceID {
        let id = ResourceID(randomText(1...8).filter { $0 != "/" })
        return id.problem == nil ? id : ResourceID(randomWord() + "1")
    }

    /// The name of a document, up to three collections deep.
    package mutating func randomDocumentName() -> DocumentName {
        var path = DocumentPath(CollectionPath(parent: nil, id: randomResourceID()), randomResourceID())
        for _ in 0..<int(0...2) {
            path = DocumentPath(CollectionPath(parent: path, id: randomResourceID()), randomResourceID())
        }
        return DocumentName(DatabaseID(project: pick(["demo", "demo-2"])), path)
    }
}
