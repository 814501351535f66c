import DefaultHTTP
import FirestoreClient
import FirestoreEmulator
import FirestoreModel
public import FirestoreRules
import HTTPTransport

/// A Firestore with security rules, to test the rules in.
///
///     let environment = try RulesTestEnvironment(rules: rules)
///     try await environment.withSecurityRulesDisabled { admin in
///         try await admin.firestore.document("notes/n1").setData(["owner": "alice"])
///     }
///     let bob = try environment.authenticatedContext("bob")
///     try await assertFails { try await bob.firestore.document("notes/n1").getDocument() }
///
/// Environments are independent: each is an emulator in this process, without a port, or a project of its own on another
/// emulator. So each test can have one, and tests can run in parallel. Names follow `@firebase/rules-unit-testing`.
public final class RulesTestEnvironment: Sendable {
    /// The project's id.
    public let projectID: String
    /// The rules.
    public let rules: SourceFile
    /// The warnings of the rules' checker.
    public let warnings: [Diagnostic]
    let server: TestedServer

    /// Starts an emulator in this process.
    ///
    /// - Parameters:
    ///   - project: The project's id, which rules do not see.
    ///   - rules: The text of `firestore.rules`.
    /// - Throws: ``RulesTestError`` for rules with an error, with its place.
    public convenience init(project: String = RulesTestEnvironment.uniqueProject(), rules: String)
        throws(RulesTestError)
    {
        try self.init(project: project, file: SourceFile(content: rules))
    }

    /// Starts an emulator in this process, with rules from a file.
    ///
    /// - Parameters:
    ///   - project: The project's id, which rules do not see.
    ///   - rulesFile: The path of the rules, such as `firestore.rules`; relative to the working directory of the tests.
    /// - Throws: ``RulesTestError`` for a file that cannot be read, or rules with an error.
    public convenience init(project: String = RulesTestEnvironment.uniqueProject(), rulesFile: String)
        throws(RulesTestError)
    {
        try self.init(project: project, file: try SourceFile(path: rulesFile))
    }

    private init(project: String, file: SourceFile) throws(RulesTestError) {
        var configuration = EmulatorConfiguration(
            rememberedDecisions: 0, onDecision: { DenialRecorder.current?.note($0) })
        configuration.coverage = .ofTests
        let emulator = Emulator(configuration: configuration)
        warnings = try RulesTestEnvironment.usable(emulator.setRules(file, project: project), file)
        projectID = project
        rules = file
        server = TestedServer(
            database: DatabaseID(project: project), endpoint: .emulator(host: "127.0.0.1", port: 8080),
            transport: emulator.transport)
    }

    /// Sets the rules of a project on another emulator: `receipts emulator start`, or Google's.
    ///
    /// - Parameters:
    ///   - project: The project's id.
    ///   - rules: The text of `firestore.rules`.
    ///   - host: Where the emulator listens, such as `127.0.0.1:8080`.
    /// - Throws: ``RulesTestError`` for rules with an error, or if the emulator does not answer.
    public convenience init(
        project: String = RulesTestEnvironment.uniqueProject(), rules: String, host: String
    ) async throws(RulesTestError) {
        try await self.init(project: project, file: SourceFile(content: rules), host: host)
    }

    /// Sets the rules of a project on another emulator, from a file.
    ///
    /// - Parameters:
    ///   - project: The project's id.
    ///   - rulesFile: The path of the rules.
    ///   - host: Where the emulator listens, such as `127.0.0.1:8080`.
    /// - Throws: ``RulesTestError`` for a file that cannot be read, rules with an error, or if the emulator does not answer.
    public convenience init(
        project: String = RulesTestEnvironment.uniqueProject(), rulesFile: String, host: String
    ) async throws(RulesTestError) {
        try await self.init(project: project, file: try SourceFile(path: rulesFile), host: host)
    }

    private init(project: String, file: SourceFile, host: String) async throws(RulesTestError) {
        let endpoint: FirestoreEndpoint
        do throws(FirestoreError) {
            endpoint = try FirestoreEndpoint.emulator(host)
        } catch {
            throw RulesTestError(error.message)
        }
        warnings = try RulesTestEnvironment.usable(Ruleset(file).diagnostics, file)
        projectID = project
        rules = file
        server = TestedServer(
            database: DatabaseID(project: project), endpoint: endpoint,
            transport: DenialReportingTransport(project, DefaultHTTPClient.make()))
        do throws(ServerFailure) {
            try await server.setRules(file)
        } catch {
            throw RulesTestError(error.message)
        }
    }

    /// An id for a project that no other environment uses.
    public static func uniqueProject() -> String {
        "demo-rules-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    }

    /// The warnings about rules without errors.
    private static func usable(_ diagnostics: [Diagnostic], _ file: SourceFile) throws(RulesTestError)
        -> [Diagnostic]
    {
        let errors = diagnostics.filter { $0.severity == .error }
        if !errors.isEmpty { throw RulesTestError(errors, in: file) }
        return diagnostics
    }
}
