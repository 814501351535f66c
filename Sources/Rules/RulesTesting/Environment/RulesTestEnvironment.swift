import CurlHTTP
import FirestoreClient
import FirestoreEmulator
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
/// Each environment is a world of its own: an emulator in this process, on no port, or a project of its own on an emulator that
/// runs elsewhere. So tests can have one each and run side by side. Names follow `@firebase/rules-unit-testing`.
public final class RulesTestEnvironment: Sendable {
    /// The project's id.
    public let projectID: String
    /// The rules.
    public let rules: SourceFile
    /// What the rules' checker warns of.
    public let warnings: [Diagnostic]
    let server: TestedServer

    /// Starts an emulator in this process.
    ///
    /// - Parameters:
    ///   - project: The project's id; rules see nothing of it.
    ///   - rules: The text of `firestore.rules`.
    /// - Throws: ``RulesTestError`` with what is wrong, and where, for rules that cannot be used.
    public convenience init(project: String = RulesTestEnvironment.uniqueProject(), rules: String)
        throws(RulesTestError)
    {
        try self.init(project: project, file: SourceFile(content: rules))
    }

    /// Starts an emulator in this process, with rules from a file.
    ///
    /// - Parameters:
    ///   - project: The project's id; rules see nothing of it.
    ///   - rulesFile: The path of the rules, such as `firestore.rules`; relative to the directory in which the tests run.
    /// - Throws: ``RulesTestError`` for a file that cannot be read, and for rules that cannot be used.
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
            project: project, endpoint: .emulator(host: "127.0.0.1", port: 8080),
            transport: emulator.transport)
    }

    /// Sets the rules of a project on an emulator that runs elsewhere: this package's or Google's.
    ///
    /// - Parameters:
    ///   - project: The project's id.
    ///   - rules: The text of `firestore.rules`.
    ///   - host: Where the emulator listens, such as `127.0.0.1:8080`.
    /// - Throws: ``RulesTestError`` for rules that cannot be used, here or there, and when there is no emulator.
    public convenience init(
        project: String = RulesTestEnvironment.uniqueProject(), rules: String, host: String
    ) async throws(RulesTestError) {
        try await self.init(project: project, file: SourceFile(content: rules), host: host)
    }

    /// Sets the rules of a project on an emulator that runs elsewhere, from a file.
    ///
    /// - Parameters:
    ///   - project: The project's id.
    ///   - rulesFile: The path of the rules.
    ///   - host: Where the emulator listens, such as `127.0.0.1:8080`.
    /// - Throws: ``RulesTestError`` for a file that cannot be read, rules that cannot be used, and when there is no emulator.
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
            project: project, endpoint: endpoint, transport: DenialReportingTransport(project, HTTPClient()))
        try await server.setRules(file)
    }

    /// A project's id that no other environment has.
    public static func uniqueProject() -> String {
        "demo-rules-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    }

    /// The warnings among what is wrong with rules.
    private static func usable(_ diagnostics: [Diagnostic], _ file: SourceFile) throws(RulesTestError)
        -> [Diagnostic]
    {
        let errors = diagnostics.filter { $0.severity == .error }
        if !errors.isEmpty { throw RulesTestError(errors, in: file) }
        return diagnostics
    }
}
