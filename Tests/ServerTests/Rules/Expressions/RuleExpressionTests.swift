import Foundation
import TestSupport
import Testing

/// What Google's emulator makes of expressions, asked again: of the embedded emulator, or of Google's where
/// `FIRESTORE_EMULATOR_HOST` names it.
///
/// With `RECORD_EXCHANGES` set, the answers are written down anew instead, and the test fails, so that no run that only
/// records passes for one that compares. `Scripts/record` does that.
@Suite("Expressions of rules")
struct RuleExpressionTests {
    private struct Outcome {
        let name: String
        let file: ProbeFile
        let answers: [[String]]
        let isGoogles: Bool

        /// The answers that are not the recorded ones.
        var mismatches: [ProbeMismatch] {
            zip(file.probes, answers).compactMap { probe, answer in
                guard let expected = probe.expectation(ofGoogles: isGoogles), expected != answer else {
                    return nil
                }
                if !isGoogles, let ours = RulesRejection(lines: answer),
                    let googles = RulesRejection(lines: expected),
                    ours.isAlike(googles)
                {
                    return nil
                }
                return ProbeMismatch(file: name, text: probe.text, expected: expected, answered: answer)
            }
        }

        /// The file with the answers of Google's emulator.
        var recorded: ProbeFile {
            var (file, rest) = (file, answers[...])
            for (index, item) in file.items.enumerated() {
                guard case .probe(var probe) = item else { continue }
                probe.google = rest.popFirst()
                file.items[index] = .probe(probe)
            }
            return file
        }
    }

    @Test func `each is answered as recorded`() async throws {
        let outcomes = try await outcomes()
        if SystemEnvironment.isRecording {
            try #require(SystemEnvironment.emulatorHost != nil, "FIRESTORE_EMULATOR_HOST is not set")
            for outcome in outcomes {
                try Data(outcome.recorded.text.utf8).write(to: ProbeFile.file(outcome.name))
            }
            Issue.record("\(outcomes.count) files of expressions are recorded anew; now compare them")
            return
        }
        let count = outcomes.map(\.answers.count).reduce(0, +)
        let mismatches = outcomes.flatMap(\.mismatches)
        print("Rules conformance: \(count - mismatches.count) of \(count) expressions answered as Google's")
        if !mismatches.isEmpty {
            Issue.record("\(mismatches.count) answers are others:\n\(ProbeMismatch.summary(of: mismatches))")
        }
    }

    private func outcomes() async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            var names = ProbeFile.names[...]
            // A few at a time: there is one server for all of them.
            for name in names.prefix(4) { group.addTask { try await self.outcome(name) } }
            names = names.dropFirst(4)
            var outcomes: [Outcome] = []
            while let outcome = try await group.next() {
                outcomes.append(outcome)
                if let name = names.popFirst() { group.addTask { try await self.outcome(name) } }
            }
            return outcomes.sorted { $0.name < $1.name }
        }
    }

    private func outcome(_ name: String) async throws -> Outcome {
        let file = try ProbeFile(named: name)
        var prober = try Prober()
        let answers = try await prober.answers(to: file)
        return Outcome(name: name, file: file, answers: answers, isGoogles: prober.isGoogles)
    }

    @Test(arguments: ProbeFile.names)
    func `the files are written as recording writes them`(name: String) throws {
        let text = try Data(contentsOf: ProbeFile.file(name))
        #expect(try ProbeFile(named: name).text == String(decoding: text, as: UTF8.self))
    }

    @Test(arguments: ProbeFile.names)
    func `where the servers differ, the difference has a name, and nowhere else`(name: String) throws {
        for probe in try ProbeFile(named: name).probes {
            #expect(probe.google != nil, "\(probe.text)")
            #expect((probe.difference != nil) == (probe.ours != nil), "\(probe.text)")
            #expect(probe.ours == nil || probe.ours != probe.google, "\(probe.text)")
        }
    }

    @Test func `no expression is there twice, and there are many`() throws {
        var count = 0
        for name in ProbeFile.names {
            var seen: Set<String> = []
            for item in try ProbeFile(named: name).items {
                switch item {
                case .comment(let line):
                    if line.hasPrefix("## ") { seen = [] }
                case .directive: break
                case .probe(let probe):
                    count += 1
                    #expect(seen.insert(probe.text).inserted, "\(name): \(probe.text)")
                }
            }
        }
        #expect(count >= 1500)
    }
}
