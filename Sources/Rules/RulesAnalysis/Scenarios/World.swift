package import FirestoreModel

/// The documents that a request finds.
package struct World: Sendable, Equatable {
    /// A document.
    package struct Entry: Sendable, Equatable {
        package var path: DocumentPath
        package var fields: MapValue
    }

    /// In no particular order. There are few of them, so that looking through all is fastest.
    package private(set) var documents: [Entry]

    package init(_ documents: [(DocumentPath, MapValue)] = []) {
        self.documents = []
        for (path, fields) in documents { self[path] = fields }
    }

    /// The fields of a document; nil if it does not exist.
    package subscript(path: DocumentPath) -> MapValue? {
        get { documents.first { $0.path == path }?.fields }
        set {
            let index = documents.firstIndex { $0.path == path }
            switch (index, newValue) {
            case (let index?, let fields?): documents[index].fields = fields
            case (let index?, nil): documents.remove(at: index)
            case (nil, let fields?): documents.append(Entry(path: path, fields: fields))
            case (nil, nil): return
            }
        }
    }
}
