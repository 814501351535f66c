// A service class as apps write it for Firebase's SDK.
import Foundation
import RealtimeDatabase
import RealtimeDatabaseEmulator
import TestSupport
import Testing

private final class ReceiptService {
    private let ref: DatabaseReference
    private var handles: [String: DatabaseHandle] = [:]
    private(set) var readers: [String: TimeInterval] = [:]

    init(_ database: Database) { ref = database.reference() }

    func send(_ text: String, in conversation: String, from user: String) -> String? {
        guard let key = ref.child("messages").child(conversation).childByAutoId().key else { return nil }
        let message: [String: Any] = [
            "senderID": user, "text": text, "serverTimestamp": ServerValue.timestamp(), "status": "sent",
        ]
        let updates = ["/messages/\(conversation)/\(key)": message, "/last/\(conversation)": ["id": key]]
        ref.updateChildValues(updates)
        return key
    }

    func markAsRead(
        _ message: String, in conversation: String, by user: String, at date: Date,
        completion: @escaping (Result<Void, any Error>) -> Void
    ) {
        ref.child("messages/\(conversation)/\(message)/readBy/\(user)")
            .setValue(date.timeIntervalSince1970 * 1000) { error, _ in
                if let error = error {
                    completion(.failure(error))
                } else {
                    completion(.success(()))
                }
            }
    }

    func listen(to conversation: String, onChange: @escaping ([String: TimeInterval]) -> Void) {
        let query = ref.child("messages").child(conversation).queryOrderedByKey().queryLimited(toLast: 50)
        handles[conversation] = query.observe(
            .childChanged,
            with: { [weak self] snapshot in
                guard let self = self, let dict = snapshot.value as? [String: Any],
                    let readBy = dict["readBy"] as? [String: Double]
                else { return }
                self.readers = readBy.mapValues { $0 / 1000 }
                onChange(self.readers)
            })
    }

    func stopListening(to conversation: String) {
        guard let handle = handles.removeValue(forKey: conversation) else { return }
        ref.child("messages").child(conversation).removeObserver(withHandle: handle)
    }

    func texts(in conversation: String, completion: @escaping ([String]) -> Void) {
        ref.child("messages").child(conversation).observeSingleEvent(of: .value) { snapshot in
            var texts: [String] = []
            for child in snapshot.children.allObjects as? [DataSnapshot] ?? [] {
                guard let dict = child.value as? [String: Any], let text = dict["text"] as? String else {
                    continue
                }
                texts.append(text)
            }
            completion(texts)
        }
    }
}

@Suite struct ChatServiceTests {
    @Test func `a service class of an app sends, marks and listens`() async throws {
        let world = try EmbeddedDatabase()
        world.admin.callbackQueue = DispatchQueue(label: "app")
        let service = ReceiptService(world.admin)
        let id = try #require(service.send("Hello", in: "c1", from: "alice"))
        let recorder = Recorder()
        service.texts(in: "c1") { recorder.note($0.joined(separator: ",")) }
        #expect(await recorder.take(1) == ["Hello"])
        service.listen(to: "c1") { recorder.note("\($0)") }
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        await withCheckedContinuation { done in
            service.markAsRead(id, in: "c1", by: "bob", at: date) { result in
                if case .failure(let error) = result { Issue.record(error) }
                done.resume()
            }
        }
        #expect(await recorder.take(1) == [#"["bob": 1700000000.0]"#])
        service.stopListening(to: "c1")
        await until { world.emulator.streamCount(namespace: "db") == 0 }
    }
}
