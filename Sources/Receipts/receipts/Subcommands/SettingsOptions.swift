import ArgumentParser

/// The option of every command that also takes its options from the environment and from a file.
struct SettingsOptions: ParsableArguments {
    // Read by ServerSettings, before the arguments are parsed.
    @Option(
        help: ArgumentHelp(
            "Also take options from this JSON file (default: RECEIPTS_SETTINGS); receipts help settings explains it.",
            valueName: "file"))
    var settings: String?
}
