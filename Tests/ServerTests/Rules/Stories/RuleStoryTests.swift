import Foundation
import TestSupport
import Testing

/// What Google's emulator has answered in stories about rules, asked again: of the embedded emulator, or of Google's where
/// `FIRESTORE_EMULATOR_HOST` names it.
///
/// With `RECORD_EXCHANGES` set, the answers are written down anew instead, and the tests fail. `Scripts/record` does that.
@Suite("Stories about rules")
struct RuleStoryTests {
    @Test(arguments: RuleStory.names)
    func `each answer is the recorded one`(name: String) async throws {
        let story = try RuleStory(named: name)
        let address = SystemEnvironment.emulatorHost
        let answers = try await story.answers(fromGoogles: address)
        if SystemEnvironment.isRecording {
            try #require(address != nil, "FIRESTORE_EMULATOR_HOST is not set")
            try Data(recorded(story, answers).text.utf8).write(to: RuleStory.file(name))
            Issue.record("\(name): \(answers.count) answers are recorded anew; now compare them")
            return
        }
        for (question, answer) in zip(story.questions, answers) {
            guard let expected = question.expectation(ofGoogles: address != nil), expected != answer else {
                continue
            }
            // Of a long report only what differs is worth reading.
            let lines = answer.difference(from: expected).map { change in
                switch change {
                case .remove(let offset, let line, _): "\(offset) expected \(line)"
                case .insert(let offset, let line, _): "\(offset) answered \(line)"
                }
            }
            Issue.record("\(question.text)\n\(lines.joined(separator: "\n"))")
        }
    }

    private func recorded(_ story: RuleStory, _ answers: [[String]]) -> RuleStory {
        var (story, rest) = (story, answers[...])
        for (index, item) in story.items.enumerated() {
            guard case .question(var question) = item else { continue }
            question.google = rest.popFirst()
            story.items[index] = .question(question)
        }
        return story
    }

    @Test(arguments: RuleStory.names)
    func `the files are written as recording writes them`(name: String) throws {
        let text = try Data(contentsOf: RuleStory.file(name))
        #expect(try RuleStory(named: name).text == String(decoding: text, as: UTF8.self))
    }

    @Test(arguments: RuleStory.names)
    func `where the servers differ, the difference has a name, and nowhere else`(name: String) throws {
        for question in try RuleStory(named: name).questions {
            #expect(question.google != nil, "\(question.text)")
            #expect((question.difference != nil) == (question.ours != nil), "\(question.text)")
            #expect(question.ours == nil || question.ours != question.google, "\(question.text)")
        }
    }

    @Test func `the stories are of some length`() throws {
        #expect(RuleStory.names.count >= 10)
        for name in RuleStory.names {
            #expect(try RuleStory(named: name).questions.count >= 10, "\(name)")
        }
    }
}
