import Cryptography
import FirestoreClient
import JSONText
import PrintableText

/// Checks what other commands need, and says what would fail.
struct DoctorFrontend {
    let command: DoctorCommand
    let context: CommandContext

    func run() async throws -> ExitStatus {
        var findings =
            LibraryCheck(version: .current, hasCryptography: Digest.sha256([]) != nil).findings
            + EnvironmentCheck(environment: context.environment).findings
        if !command.offline {
            findings += try await ServerCheck(options: command.connection, context: context).findings()
        }
        findings +=
            PortCheck(used: emulatorPort).findings + ProjectCheck(folder: ProjectFolder(name: ".")).findings
        for finding in findings where finding.state != .good || !command.connection.quiet { print(finding) }
        return findings.contains { $0.state == .bad } ? .failed : .done
    }

    private var emulatorPort: Int? {
        guard let address = command.connection.emulator ?? context.environment["FIRESTORE_EMULATOR_HOST"],
            let endpoint = try? FirestoreEndpoint.emulator(address)
        else { return nil }
        return endpoint.port
    }

    private func print(_ finding: DoctorFinding) {
        let console = context.console
        if command.connection.format == .json { return console.out(finding.json.printedText) }
        let mark =
            switch finding.state {
            case .good: console.styled("✓", .green)
            case .note: console.styled("!", .bold)
            case .bad: console.styled("✗", .red)
            }
        console.out("\(mark) \(finding.topic): \(finding.text.printable)")
        if let advice = finding.advice { console.out("    \(advice.printable)") }
    }
}
