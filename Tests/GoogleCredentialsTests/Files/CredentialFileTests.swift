import Foundation
import JSONText
import TestSupport
import Testing

@testable import GoogleCredentials

@Suite struct CredentialFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [0o600, 0o400, 0o700])
    func `a file of its owner alone is read whole`(_ mode: Int) throws {
        let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(try CredentialFile(folder.write(bytes, mode: mode)).read() == bytes)
        #expect(try CredentialFile(folder.write([], to: "empty", mode: mode)).read() == [])
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o644, 0o610, 0o602, 0o777, 0o666])
    func `a file that others can get at is refused, with the command that helps`(_ mode: Int) throws {
        let path = try folder.write(Array("secret".utf8), mode: mode)
        let error = try failure { () throws(GoogleCredentialsError) in try CredentialFile(path).read() }
        #expect(error.kind == .exposed)
        #expect(error.message.hasSuffix("Run: chmod 600 \(path)"))
        #expect(error.message.contains("mode \(String(mode, radix: 8)) "))
        #expect(error.message.hasPrefix("The credentials file \(path) is not used"))
        #expect(isOneLine(error.message))
    }

    @Test(arguments: [0o600, 0o640, 0o644, 0o444])
    func `a file without a secret may be read by others`(_ mode: Int) throws {
        let path = try folder.write(externalFile(), mode: mode)
        #expect(try CredentialFile(path).document().type == "external_account")
        let impersonated = try folder.write(impersonatedFile(by: externalMembers()), to: "i.json", mode: mode)
        #expect(try CredentialFile(impersonated).documentIfPresent()?.type == "impersonated_service_account")
    }

    @Test func `a file that others may change is refused, and one with a secret that they may read`() throws {
        for (bytes, mode, reason) in [
            (externalFile(), 0o622, "its mode 622 lets other users change it"),
            (
                externalFile(["client_id": "c", "client_secret": "s"]), 0o644,
                "lets other users read the secret"
            ),
            (impersonatedFile(by: userMembers()), 0o644, "lets other users read the secret"),
            (externalUserFile(), 0o640, "lets other users read the secret"),
            (Array("{".utf8), 0o644, "lets other users read the secret"),
        ] {
            let path = try folder.write(bytes, mode: mode)
            let error = try failure { () throws(GoogleCredentialsError) in
                try CredentialFile(path).document()
            }
            #expect(error.kind == .exposed)
            #expect(error.message.contains(reason), "\(error)")
        }
    }

    @Test(arguments: [("my key.json", "my key.json"), ("a'; ls", #"a'\''; ls"#)])
    func `the command that helps takes the path for one word`(_ name: String, _ quoted: String) throws {
        let path = try folder.write([1], to: name, mode: 0o644)
        let error = try failure { () throws(GoogleCredentialsError) in try CredentialFile(path).read() }
        #expect(error.message.hasSuffix("Run: chmod 600 '\(folder.path)/\(quoted)'"), "\(error)")
    }

    @Test func `a link leads to a file whose own mode counts`() throws {
        let path = try folder.write([1], mode: 0o644)
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let error = try failure { () throws(GoogleCredentialsError) in try CredentialFile(link).read() }
        #expect(error.kind == .exposed)
    }

    @Test func `the largest file is read, and one byte more is refused`() throws {
        let largest = [UInt8](repeating: 0x20, count: CredentialFile.maximumBytes)
        #expect(try CredentialFile(folder.write(largest)).read().count == largest.count)
        let path = try folder.write(largest + [0x20])
        let error = try failure { () throws(GoogleCredentialsError) in try CredentialFile(path).read() }
        #expect(error.kind == .unreadable)
        #expect(error.message.contains("it is larger than 64 KB"))
    }

    @Test func `what is no file is refused without waiting`() throws {
        let pipe = folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        for (path, reason) in [
            (folder.path, "it is a folder"), (pipe, "it is a pipe"), ("/dev/zero", "it is a device"),
        ] {
            let error = try failure { () throws(GoogleCredentialsError) in try CredentialFile(path).read() }
            #expect(error.kind == .unreadable, "\(path)")
            #expect(error.message.contains(reason), "\(error)")
        }
    }

    @Test func `a file that is not there is named, with where its path came from`() throws {
        let path = folder.path + "/none.json"
        let file = CredentialFile(path, origin: "GOOGLE_APPLICATION_CREDENTIALS")
        #expect(try file.readIfPresent() == nil)
        let error = try failure { () throws(GoogleCredentialsError) in try file.read() }
        #expect(error.kind == .unreadable)
        #expect(
            error.message
                == "The credentials file \(path) (from GOOGLE_APPLICATION_CREDENTIALS) cannot be read: there is no such "
                + "file. Check the path.")
        #expect(try CredentialFile(folder.write([1]) + "/below").readIfPresent() == nil)
    }

    @Test(arguments: ["", "a\0b"])
    func `an invalid path is refused`(_ path: String) throws {
        let error = try failure { () throws(GoogleCredentialsError) in
            try CredentialFile(path).readIfPresent()
        }
        #expect(error.kind == .unreadable)
    }

    @Test func `a path after whose zero byte more comes does not read the file before it`() throws {
        let path = try folder.write([1])
        let error = try failure { () throws(GoogleCredentialsError) in
            try CredentialFile(path + "\0.json").read()
        }
        #expect(error.kind == .unreadable)
        #expect(isOneLine(error.message))
    }
}
