import FirestoreModel
import FirestoreRPC

/// Finds the documents with the nearest vectors. It compares every vector: exact, as in Google's emulator.
extension FindNearest {
    /// The nearest of some documents, nearest first, with their distances if requested.
    ///
    /// Skips documents without a vector of the same dimension. Equally near documents keep their order.
    func nearest(of documents: [StoredDocument]) -> [StoredDocument] {
        var found: [(document: StoredDocument, distance: Double)] = []
        for document in documents {
            guard let vector = document.fields[vectorField]?.vector, vector.count == queryVector.count else {
                continue
            }
            let distance = distance(to: vector)
            if isNearEnough(distance) { found.append((document, distance)) }
        }
        // Swift's sort keeps the order of equals.
        found.sort { isNearer($0.distance, $1.distance) }
        return found.prefix(limit).map { document, distance in
            distanceResultField.map { document.adding(.double(distance), as: $0) } ?? document
        }
    }

    /// Computed with the steps of Google's emulator, so that the last digits are the same.
    private func distance(to vector: [Double]) -> Double {
        switch distanceMeasure {
        case .euclidean:
            return zip(queryVector, vector).reduce(0) { sum, pair in
                let difference = pair.0 - pair.1
                return sum.addingProduct(difference, difference)
            }.squareRoot()
        case .cosine:
            let lengths = dotProduct(queryVector, queryVector) * dotProduct(vector, vector)
            return 1 - dotProduct(queryVector, vector) / lengths.squareRoot()
        case .dotProduct: return dotProduct(queryVector, vector)
        }
    }

    private func dotProduct(_ left: [Double], _ right: [Double]) -> Double {
        zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
    }

    /// A dot product grows as vectors become more alike, the other measures shrink. NaN is near to nothing,
    /// but for Google's emulator its dot product is the greatest.
    private func isNearEnough(_ distance: Double) -> Bool {
        guard let threshold = distanceThreshold else { return true }
        return distanceMeasure == .dotProduct ? !(distance < threshold) : distance <= threshold
    }

    private func isNearer(_ left: Double, _ right: Double) -> Bool {
        if distanceMeasure == .dotProduct { return left.isNaN ? !right.isNaN : left > right }
        return right.isNaN ? !left.isNaN : left < right
    }
}

extension StoredDocument {
    /// The same version with one more field, or with another value for it.
    fileprivate func adding(_ value: Value, as name: FieldName) -> StoredDocument {
        var fields = fields
        fields[name] = value
        return StoredDocument(name: self.name, fields: fields, createTime: createTime, updateTime: updateTime)
    }
}
