import FirestoreEmulator
import FirestoreModel
import FirestoreRPC
import Testing

/// Rows of Documentation/Production.md about listeners.
@Suite("Production and listeners")
struct ProductionListenerTests {
    private static let database = "projects/demo/databases/(default)"

    // `index-listener`
    @Test(arguments: [EmulatorProfile.emulator, .production])
    func `like production, a listener of a query needs its index`(profile: EmulatorProfile) throws {
        var configuration = EmulatorConfiguration()
        configuration.profile = profile
        let stream = try Emulator(configuration: configuration).listen(authorization: "Bearer owner") {}
        let query = StructuredQuery(
            from: [.init("c")],
            orderBy: [.init(FieldPath(["a"]), .ascending), .init(FieldPath(["b"]), .ascending)])
        stream.receive(
            ListenRequest(
                database: Self.database,
                .addTarget(Target(.query(query, parent: "\(Self.database)/documents"), id: 2))))
        let causes = stream.take().responses.compactMap { response -> RPCStatus? in
            if case .targetChange(let change) = response { change.cause } else { nil }
        }
        guard profile == .production else {
            #expect(causes.isEmpty)
            return
        }
        #expect(causes.map(\.code) == [.failedPrecondition])
        // The name of the index, as the link has it.
        #expect(
            causes.first?.message
                == "The query requires an index. You can create it here: https://console.firebase.google.com/v1/r/project/"
                + "demo/firestore/indexes?create_composite="
                + "Cj5wcm9qZWN0cy9kZW1vL2RhdGFiYXNlcy8oZGVmYXVsdCkvY29sbGVjdGlvbkdyb3Vwcy9jL2luZGV4ZXMvXxABGgUKAWEQARoFCgFiEAEaDAoIX19uYW1lX18QAQ"
        )
    }
}
