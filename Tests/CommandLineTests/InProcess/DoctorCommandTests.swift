import FirestoreModel
import HTTPTypes
import TestSupport
import Testing

@testable import receipts

@Suite("receipts doctor")
struct DoctorCommandTests {
    private static let now = Timestamp(seconds: 784_111_777, nanoseconds: 0)
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    @Test func `a computer on which everything works ends with status 0`() async throws {
        let outcome = await (try CommandLine()).run("doctor")
        #expect(outcome.status == 0, "\(outcome.out)")
        #expect(outcome.out.contains { $0.hasPrefix("✓ receipts: ") })
        #expect(outcome.out.contains { $0.hasPrefix("✓ libcurl: ") })
        #expect(outcome.out.contains { $0.hasPrefix("✓ server: ") && $0.hasSuffix(" answers") })
    }

    @Test func `an invalid address of an emulator is named, and ends with status 1`() async throws {
        var line = try CommandLine(onServer: false)
        line.environment = ["FIRESTORE_EMULATOR_HOST": "localhost"]
        let outcome = await line.run("doctor", "--offline")
        #expect(outcome.status == 1)
        #expect(
            outcome.out.contains { $0.hasPrefix("✗ FIRESTORE_EMULATOR_HOST: ") && $0.contains("HOST:PORT") })
    }

    @Test func `a server that does not answer is named, with what to do`() async throws {
        var line = try CommandLine(onServer: false)
        line.environment = ["FIRESTORE_EMULATOR_HOST": "127.0.0.1:1"]
        let outcome = await line.run("doctor")
        #expect(outcome.status == 1)
        #expect(outcome.out.contains { $0.hasPrefix("✗ server: ") })
        #expect(outcome.out.contains("    start it with receipts emulator start, or name another one"))
    }

    @Test func `without a server only a note is left`() async throws {
        let outcome = await (try CommandLine(onServer: false)).run("doctor", "--quiet")
        #expect(outcome.status == 0)
        #expect(outcome.out.contains("! server: none is named"))
        #expect(!outcome.out.contains { $0.hasPrefix("✓") })
    }

    @Test func `production is asked for one document and the time, and no secret is printed`() async throws {
        var line = try CommandLine(onServer: false)
        line.environment = ["FIRESTORE_TOKEN": "secret"]
        line.time = Self.now
        let transport = ScriptedTransport([
            .json(#"{"error": {"code": 403, "status": "PERMISSION_DENIED", "message": "no"}}"#, status: 403),
            .response(status: 404, fields: [.date: "Sun, 06 Nov 1994 08:40:00 GMT"], body: []),
        ])
        line.transport = transport
        let outcome = await line.run("doctor", "--project", "my-chat")
        #expect(outcome.status == 1)
        #expect(outcome.out.contains { $0.contains("the role Cloud Datastore User") })
        #expect(outcome.out.contains("✗ clock: 577 s ahead of the server's"))
        #expect(!(outcome.out + outcome.err).joined().contains("secret"))
        #expect(transport.requests.count == 2)
        #expect(transport.requests.last?.head.headerFields[.authorization] == nil)
    }

    @Test(arguments: [(0, "good"), (-30, "good"), (31, "note"), (-301, "bad"), (100_000, "bad")])
    func `a clock is judged by its distance from the server's`(offset: Int64, state: String) {
        let now = Timestamp(seconds: Self.now.seconds + offset, nanoseconds: 0)
        #expect(
            ClockCheck.findings(serverDate: Self.date, now: now).map(\.state.rawValue) == [state])
    }

    @Test func `a date that cannot be read says nothing`() {
        #expect(ClockCheck.findings(serverDate: "yesterday", now: Self.now) == [])
    }

    @Test func `variables that are not used are named`() {
        let findings = EnvironmentCheck(environment: [
            "FIRESTORE_EMULATOR_HOST": "localhost:8080", "FIRESTORE_TOKEN": "secret", "GCLOUD_PROJECT": "a",
            "GOOGLE_CLOUD_PROJECT": "b",
        ]).findings
        #expect(findings.map(\.topic) == ["FIRESTORE_TOKEN", "GOOGLE_CLOUD_PROJECT"])
        #expect(EnvironmentCheck(environment: ["GCLOUD_PROJECT": "a"]).findings == [])
    }

    @Test func `missing libraries say what fails`() {
        let version = ProgramVersion(version: "1.2.3", commit: "abc", swift: "6.2", curl: nil)
        let findings = LibraryCheck(version: version, hasCryptography: false).findings
        #expect(findings.map(\.state) == [.good, .bad, .bad])
        #expect(findings[0].text == "1.2.3, commit abc, Swift 6.2")
    }

    @Test func `a taken port is named, unless the emulator in use has it`() {
        let ports = [(80, "the emulator", "pass --port"), (90, "the console", "pass --console-port")]
        let taken = PortCheck(ports: ports, used: 90, isFree: { _ in false })
        #expect(taken.findings.map(\.topic) == ["port 80"])
        #expect(
            PortCheck(ports: ports, isFree: { _ in true }).findings.map(\.text) == [
                "80, 90 are free or yours"
            ])
    }

    @Test func `the rules of a project are checked`() throws {
        let folder = try TemporaryFolder(["firestore.rules": "service cloud.firestore {"])
        let findings = ProjectCheck(folder: ProjectFolder(name: folder.path)).findings
        #expect(findings.map(\.state) == [.bad, .note])
        let broken = try TemporaryFolder(["firebase.json": "{"])
        #expect(ProjectCheck(folder: ProjectFolder(name: broken.path)).findings.map(\.state) == [.bad])
        #expect(ProjectCheck(folder: ProjectFolder(name: "/nowhere")).findings == [])
    }

    @Test func `each finding is an object with --format json`() async throws {
        let outcome = await (try CommandLine(onServer: false)).run("doctor", "--offline", "--format", "json")
        #expect(outcome.out.allSatisfy { $0.hasPrefix(#"{"topic":""#) })
    }
}
