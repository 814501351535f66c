import Foundation
import TestSupport
import Testing

/// The script of the documentation that stands for java, called as firebase-tools 15.22 calls java.
///
/// Source: <https://github.com/firebase/firebase-tools>, `src/emulator/downloadableEmulators.ts` and `commandUtils.ts`.
@Suite("Under firebase-tools")
struct FirebaseToolsTests {
    private let folder: TemporaryFolder

    init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let page = try String(
            contentsOf: root.appending(path: "Documentation/Emulator.md"), encoding: .utf8)
        let start = try #require(page.range(of: "#!/bin/sh\n"))
        let end = try #require(page[start.upperBound...].range(of: "\n```"))
        folder = try TemporaryFolder([
            "script": String(page[start.lowerBound..<end.lowerBound]) + "\n",
            "firestore.rules":
                "service cloud.firestore { match /databases/{d}/documents/a/{x} { allow read; } }",
            "real": "#!/bin/sh\necho \"real java: $*\"\n",
        ])
    }

    /// Runs a script in the folder, with the script of the documentation as `java` in front of another one.
    private func run(_ script: String) async throws -> BuiltCommand.Outcome {
        try await BuiltCommand.run(
            script: #"""
                set -m
                program="$(cd "$(dirname "$0")" && pwd)/receipts"
                cd "$FOLDER" && mkdir shim bin && mv script shim/java && mv real bin/java && chmod +x shim/java bin/java
                ln -s "$program" bin/receipts
                export PATH="$FOLDER/shim:$FOLDER/bin:$PATH" FIRESTORE_EMULATOR_BINARY_PATH="$FOLDER/shim/java"

                """# + script, environment: ["FOLDER": folder.path])
    }

    @Test func `the emulator starts with what firebase-tools passes, and stops as it expects`() async throws {
        let outcome = try await run(
            #"""
            mkfifo lines
            java -Dgoogle.cloud_firestore.debug_log_level=FINE -Duser.language=en -jar "$FIRESTORE_EMULATOR_BINARY_PATH" \
                --host 127.0.0.1 --port 0 --websocket_port 9150 --database-edition standard --project_id demo-tools \
                --rules "$PWD/firestore.rules" --single_project_mode true --functions_emulator 127.0.0.1:5001 >lines 2>errors &
            emulator=$!
            read -r line <lines
            address=${line#ready http://}
            exec 3<>"/dev/tcp/${address%:*}/${address##*:}"
            body='{"ignore_errors": true, "rules": {"files": [{"name": "security.rules", "content": "wrong"}]}}'
            printf 'PUT /emulator/v1/projects/demo-tools:securityRules HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s' \
                "$address" "${#body}" "$body" >&3
            cat <&3
            kill -INT $emulator
            wait $emulator
            echo "status $?"
            cat errors
            """#)
        #expect(outcome.out.hasPrefix("HTTP/1.1 200 OK"), "\(outcome)")
        #expect(outcome.out.contains(#""severity": "ERROR""#), "\(outcome)")
        // 0 and 130 are the statuses of an emulator that has not failed.
        #expect(outcome.out.contains("status 130"), "\(outcome)")
        #expect(outcome.out.contains("firestore.rules decides for project demo-tools"), "\(outcome)")
    }

    @Test func `everything else goes to the real java`() async throws {
        let outcome = try await run(
            #"""
            java -Duser.language=en -Dfile.encoding=UTF-8 -version
            java -Duser.language=en -jar "$PWD/firebase-database-emulator-v4.11.2.jar" --port 9000
            """#)
        #expect(
            outcome.out == """
                real java: -Duser.language=en -Dfile.encoding=UTF-8 -version
                real java: -Duser.language=en -jar \(folder.path)/firebase-database-emulator-v4.11.2.jar --port 9000

                """, "\(outcome)")
    }

    @Test func `exec sets the variables of firebase emulators:exec`() async throws {
        let outcome = try await BuiltCommand.run(
            [
                "emulator", "exec", "--quiet", "--project", "demo-a", "--database-port", "0", "--", "bash",
                "-c",
                #"echo "$FIREBASE_CONFIG"; [ "$FIREBASE_FIRESTORE_EMULATOR_ADDRESS" = "$FIRESTORE_EMULATOR_HOST" ] && echo "$GCLOUD_PROJECT""#,
            ], environment: ["FIREBASE_CONFIG": ""])
        #expect(
            outcome.out == """
                {"projectId":"demo-a","storageBucket":"demo-a.appspot.com","databaseURL":"https://demo-a-default-rtdb.firebaseio.com"}
                demo-a

                """)
        let given = try await BuiltCommand.run(
            ["emulator", "exec", "--quiet", "--", "bash", "-c", #"echo "$FIREBASE_CONFIG""#],
            environment: ["FIREBASE_CONFIG": "{}"])
        #expect(given.out == "{}\n")
    }

    @Test func `another edition is refused`() async throws {
        let outcome = try await BuiltCommand.run([
            "emulator", "start", "--port", "0", "--database-edition", "enterprise",
        ])
        #expect(outcome.status == 2)
        #expect(outcome.err.contains("--database-edition must be standard"), "\(outcome.err)")
    }
}
