package import FirestoreModel

extension SeededGenerator {
    /// A write that Firestore accepts.
    package mutating func randomWrite() -> Write {
        let name = randomDocumentName()
        switch int(0...4) {
        case 0: return Write(.delete(name), precondition: perhaps { $0.randomPrecondition() })
        case 1: return Write(.verify(name), precondition: randomPrecondition())
        case 2:
            return Write(
                .transform(name), transforms: list(1...3) { $0.randomTransform() },
                precondition: perhaps { $0.randomPrecondition() })
        default:
            return Write(
                .update(name, randomFields(), mask: perhaps { $0.randomMask() }),
                transforms: list(0...3) { $0.randomTransform() },
                precondition: perhaps { $0.randomPrecondition() })
        }
    }

    package mutating func randomPrecondition() -> Precondition {
        oneIn(2) ? .exists(oneIn(2)) : .updateTime(randomVersionTime())
    }

    package mutating func randomTransform() -> FieldTransform {
        let path = randomFieldPath()
        return switch int(0...5) {
        case 0: FieldTransform(path, .setToServerTime)
        case 1: FieldTransform(path, .increment(randomNumber()))
        case 2: FieldTransform(path, .maximum(randomNumber()))
        case 3: FieldTransform(path, .minimum(randomNumber()))
        case 4: FieldTransform(path, .appendMissingElements(list(0...3) { $0.randomElement(depth: 2) }))
        default: FieldTransform(path, .removeAllFromArray(list(0...3) { $0.randomElement(depth: 2) }))
        }
    }

    private mutating func randomNumber() -> Value {
        oneIn(2) ? .integer(randomInteger()) : .double(randomDouble())
    }
}
