import ArgumentParser
import PrintableText

/// The options of every command that talks to a database.
struct ConnectionOptions: ParsableArguments {
    @Option(help: "The project's id (default: GCLOUD_PROJECT, GOOGLE_CLOUD_PROJECT, then demo-receipts).")
    var project: String?

    @Option(
        help:
            "An emulator's HOST:PORT (default: FIRESTORE_EMULATOR_HOST, or for schema read-at FIREBASE_DATABASE_EMULATOR_HOST; otherwise production, if there are credentials)."
    )
    var emulator: String?

    @Option(
        help:
            "Use production, with a file of credentials (a service account key, workload identity federation, or a gcloud sign-in), or with application-default for the credentials that Google's tools would find (default: FIRESTORE_TOKEN, then GOOGLE_APPLICATION_CREDENTIALS)."
    )
    var credentials: String?

    @Option(
        name: .customLong("ca-file"),
        help:
            "A PEM file with certificate authorities to trust beside the system's, such as that of a company's proxy (default: CURL_CA_BUNDLE, then SSL_CERT_FILE)."
    )
    var authorityFile: String?

    @Flag(help: "Act as an administrator, who bypasses security rules.")
    var admin = false

    @Option(
        name: .customLong("database-url"),
        help:
            "The Realtime Database's URL in production, for schema read-at (default: that of PROJECT-default-rtdb)."
    )
    var databaseURL: String?

    @Option(
        help:
            "The layout of messages: status, delivered-to, read-by, read-up-to, read-at (Realtime Database), or the path of a JSON file."
    )
    var schema = "status"

    @Option(help: "Print text, or one JSON object per line.")
    var format = OutputFormat.text

    @Flag(name: .short, help: "Print more details.")
    var verbose = false

    @Flag(help: "Print errors only.")
    var quiet = false

    /// The options as words of a shell command.
    var words: [String] {
        var words: [String] = []
        func add(_ option: String, _ value: String?) {
            if let value { words += [option, value.quotedForShell] }
        }
        add("--project", project)
        add("--emulator", emulator)
        add("--credentials", credentials)
        add("--ca-file", authorityFile)
        if admin { words.append("--admin") }
        add("--database-url", databaseURL)
        add("--schema", schema == "status" ? nil : schema)
        return words
    }
}

/// The option of every command that acts as a user.
struct DenialOptions: ParsableArguments {
    @Flag(help: "On a denial, print the rule that decided, and why (embedded emulators only).")
    var explain = false
}

/// The format of results.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}
