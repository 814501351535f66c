import PubSubClient
import Testing

@Suite("Names of topics and subscriptions")
struct NameTests {
    @Test(arguments: [
        ("receipts", "projects/p1/topics/receipts"),
        ("projects/other/topics/a.b_c~d+e%f-9", "projects/other/topics/a.b_c~d+e%f-9"),
        ("projects/example.com:old/topics/abc", "projects/example.com:old/topics/abc"),
    ])
    func `a name is short or whole`(text: String, name: String) throws {
        #expect(try TopicName(text, project: "p1").description == name)
        #expect(
            try SubscriptionName(text.replacing("topics", with: "subscriptions"), project: "p1").description
                == name.replacing("topics", with: "subscriptions"))
    }

    @Test(arguments: [
        "", "ab", "1abc", "goog-x", "a b c", "topics/abc", "projects/p/subscriptions/abc",
        "projects//topics/abc",
        "projects/a?b/topics/abc", "projects/../topics/abc", "projects/p/topics/abc/d", "ünï",
        String(repeating: "a", count: 256),
    ])
    func `anything else is refused before a request`(text: String) {
        #expect(throws: PubSubError.self) { try TopicName(text, project: "p1") }
    }

    @Test func `a short name needs a project`() {
        let error = #expect(throws: PubSubError.self) { try TopicName("receipts") }
        #expect(
            error?.message
                == "The topic \"receipts\" needs a project: write projects/PROJECT/topics/receipts.")
    }

    @Test func `the emulator's variable is read like Google's clients do`() throws {
        #expect(try PubSubEndpoint.emulator(environment: [:]) == nil)
        #expect(try PubSubEndpoint.emulator(environment: ["PUBSUB_EMULATOR_HOST": ""]) == nil)
        let variable = ["PUBSUB_EMULATOR_HOST": "localhost:8085"]
        #expect(try PubSubEndpoint.emulator(environment: variable)?.description == "http://localhost:8085")
        let error = #expect(throws: PubSubError.self) {
            try PubSubEndpoint.emulator(environment: ["PUBSUB_EMULATOR_HOST": "8085"])
        }
        #expect(error?.message.hasPrefix("PUBSUB_EMULATOR_HOST is unusable: ") == true)
        #expect(PubSubEndpoint.production(universeDomain: "googleapis.com") == .production)
        #expect(
            PubSubEndpoint.production(universeDomain: "cloud.test").description
                == "https://pubsub.cloud.test")
        #expect(
            PubSubEndpoint.production(region: "europe-west1").description
                == "https://europe-west1-pubsub.googleapis.com")
    }
}
