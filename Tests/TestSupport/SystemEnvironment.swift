import Foundation

/// What the tests take from the environment of their process.
public enum SystemEnvironment {
    /// Whose behaviour the embedded emulator has: `production`, or nil.
    public static var emulatorProfile: String? { variable("RECEIPTS_TEST_LIKE") }

    /// The faults that the embedded emulator makes, as JSON, or nil.
    public static var emulatorFaults: String? { variable("RECEIPTS_TEST_FAULTS") }

    /// The address of the emulator that server tests are to use; nil for the embedded one.
    public static var emulatorHost: String? { variable("FIRESTORE_EMULATOR_HOST") }

    /// The address of Google's Pub/Sub emulator, or nil.
    public static var pubSubHost: String? { variable("PUBSUB_EMULATOR_HOST") }

    /// True when recorded exchanges are to be recorded anew.
    public static var isRecording: Bool { variable("RECORD_EXCHANGES") != nil }

    /// How many random requests are to be sent to both emulators.
    public static var differentialRequests: Int {
        variable("DIFFERENTIAL_REQUESTS").flatMap { Int($0) } ?? 1000
    }

    /// The first seed of the random requests.
    public static var differentialSeed: UInt64 {
        variable("DIFFERENTIAL_SEED").flatMap { UInt64($0) } ?? 20_260_101
    }

    /// How many random requests under random rules are to be sent to both emulators.
    public static var rulesDifferentialRequests: Int {
        variable("RULES_DIFFERENTIAL_REQUESTS").flatMap { Int($0) } ?? 600
    }

    /// The first seed of the random rules.
    public static var rulesDifferentialSeed: UInt64 {
        variable("RULES_DIFFERENTIAL_SEED").flatMap { UInt64($0) } ?? 20_260_101
    }

    /// How many histories of random transactions to check.
    public static var historySeeds: Int { variable("HISTORY_SEEDS").flatMap { Int($0) } ?? 4 }

    /// True when every step of a disk is to fail in every way, not only some.
    public static var isEveryDiskStepTried: Bool { variable("DISK_EVERY_STEP") != nil }

    /// How long simulations of a worker are to run, in seconds.
    public static var simulationSeconds: Double { variable("SIMULATION_SECONDS").flatMap { Double($0) } ?? 5 }

    /// The first seed of the simulations.
    public static var simulationSeed: UInt64 {
        variable("SIMULATION_SEED").flatMap { UInt64($0) } ?? 20_260_101
    }

    /// The defect that simulations must find, or nil.
    public static var simulationDefect: String? { variable("SIMULATION_DEFECT") }

    /// The file of axe-core, a library that checks pages for accessibility, or nil.
    public static var axe: String? { variable("RECEIPTS_AXE") }

    /// The browser of the console's stories, `firefox`; nil for Chromium.
    public static var browser: String? { variable("RECEIPTS_STORIES_IN") }

    /// The folder for pictures of the console's pages, or nil.
    public static var screenshots: String? { variable("RECEIPTS_SCREENSHOTS") }

    /// The program whose console is to be measured, or nil.
    public static var measuredProgram: String? { variable("RECEIPTS_MEASURED") }

    /// A variable's value; nil when it is empty.
    private static func variable(_ name: String) -> String? {
        let value = ProcessInfo.processInfo.environment[name] ?? ""
        return value.isEmpty ? nil : value
    }
}
