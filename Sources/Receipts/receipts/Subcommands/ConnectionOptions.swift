import ArgumentParser
import PrintableText

/// The options of every command that talks to a database.
struct ConnectionOptions: ParsableArguments {
    @Option(help: "The project's id (else GCLOUD_PROJECT, GOOGLE_CLOUD_PROJECT, then demo-receipts).")
    var project: String?

    @Option(
        help:
            "An emulator's HOST:PORT (else FIRESTORE_EMULATOR_HOST, for schema read-at FIREBASE_DATABASE_EMULATOR_HOST; then production when there are credentials for it)."
    )
    var emulator: String?

    @Option(
        help:
            "Use production, with a service account's key or gcloud's sign-in in FILE, or with application-default, what Google's tools would find (else FIRESTORE_TOKEN, then GOOGLE_APPLICATION_CREDENTIALS)."
    )
    var credentials: String?

    @Flag(help: "Act as an administrator, whom no rules bind.")
    var admin = false

    @Option(
        name: .customLong("database-url"),
        help: "In production, the Realtime Database's URL for schema read-at (else PROJECT-default-rtdb's).")
    var databaseURL: String?

    @Option(
        help:
            "How messages are laid out: status, delivered-to, read-by, read-at (Realtime Database), or the path of a JSON file."
    )
    var schema = "status"

    @Option(help: "Print text for people, or one JSON object a line.")
    var format = OutputFormat.text

    @Flag(name: .short, help: "Say more about what is done.")
    var verbose = false

    @Flag(help: "Print errors only.")
    var quiet = false

    /// Which database, as whom and in which layout, as words of a command for a shell.
    var words: [String] {
        var words: [String] = []
        func add(_ option: String, _ value: String?) {
            if let value { words += [option, value.quotedForShell] }
        }
        add("--project", project)
        add("--emulator", emulator)
        add("--credentials", credentials)
        if admin { words.append("--admin") }
        add("--database-url", databaseURL)
        add("--schema", schema == "status" ? nil : schema)
        return words
    }
}

/// The option of every command that acts as a user.
struct DenialOptions: ParsableArguments {
    @Flag(help: "When something is denied, print which rule decided, and why (on an embedded emulator).")
    var explain = false
}

/// How results are printed.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}
