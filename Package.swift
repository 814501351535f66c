// swift-tools-version: 6.2
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let systemPackage = Target.Dependency.product(
    name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux, .android, .windows]))
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")
let orderedCollections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")

let package = Package(
    name: "firestore-receipts",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "FirestoreClient", targets: ["FirestoreClient"]),
        .library(name: "FirestoreEmulator", targets: ["FirestoreEmulator"]),
        .library(name: "GoogleCredentials", targets: ["GoogleCredentials"]),
        .library(name: "ReadReceipts", targets: ["ReadReceipts"]),
        .library(name: "RealtimeDatabase", targets: ["RealtimeDatabase"]),
        .library(name: "RealtimeDatabaseEmulator", targets: ["RealtimeDatabaseEmulator"]),
        .library(name: "ReceiptConsole", targets: ["ReceiptConsole"]),
        .library(name: "ReceiptWorker", targets: ["ReceiptWorker"]),
        .library(name: "RulesTesting", targets: ["RulesTesting"]),
        .executable(name: "receipts", targets: ["receipts"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
        .package(url: "https://github.com/apple/swift-crypto", "4.1.0"..<"5.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.16.0", traits: []),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0", traits: []),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.0"),
    ],
    targets: [
        // The layers, lowest first. An import goes only upwards in this list.
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
        ),
        .systemLibrary(name: "CAllocator"),
        .target(name: "HTTPTransport", dependencies: [httpTypes]),
        .target(name: "CurlHTTP", dependencies: ["CCurl", "HTTPTransport", httpTypes]),
        .target(
            name: "HTTPServing",
            dependencies: [
                "CAllocator", "HTTPTransport", httpTypes, hummingbird, logging, nio, nioHTTP1, nioPosix,
                serviceLifecycle,
            ]
        ),
        .target(name: "SortedMaps"),
        .target(name: "FirestoreModel", dependencies: [orderedCollections]),
        .target(name: "FirestoreREST", dependencies: ["FirestoreModel", orderedCollections]),
        .target(name: "PrintableText"),
        .target(name: "NamedFiles", dependencies: ["PrintableText"]),
        .target(name: "RegularExpressions"),
        .target(
            name: "FirestoreRules",
            dependencies: [
                "FirestoreModel", "FirestoreREST", "PrintableText", "RegularExpressions", crypto,
                orderedCollections,
            ]
        ),
        .target(name: "ClientCore", dependencies: ["FirestoreREST", "HTTPTransport"]),
        // What emulators have in common: who asks, from which page, and what time it is.
        .target(
            name: "EmulatorAccess",
            dependencies: ["FirestoreModel", "FirestoreREST", "HTTPTransport", httpTypes]
        ),
        .target(
            name: "FirestoreClient",
            dependencies: [
                "ClientCore", "CurlHTTP", "FirestoreModel", "FirestoreREST", "HTTPTransport", httpTypes,
                logging,
            ]
        ),
        .target(
            name: "GoogleCredentials",
            dependencies: [
                "ClientCore", "CurlHTTP", "FirestoreREST", "HTTPTransport", "NamedFiles", "PrintableText",
                httpTypes, jwtKit, logging,
            ]
        ),
        .target(
            name: "FirestoreEmulator",
            dependencies: [
                "EmulatorAccess", "FirestoreModel", "FirestoreREST", "FirestoreRules", "HTTPServing",
                "HTTPTransport", "NamedFiles",
                "SortedMaps", httpTypes, logging, orderedCollections,
            ]
        ),
        // The Realtime Database beside Firestore; of the latter's targets it uses the reading and writing of JSON.
        .target(
            name: "RealtimeDatabaseModel", dependencies: ["FirestoreModel", "FirestoreREST", "SortedMaps"]),
        .target(
            name: "RealtimeDatabaseRules",
            dependencies: [
                "FirestoreModel", "FirestoreREST", "PrintableText", "RealtimeDatabaseModel",
                "RegularExpressions",
            ]
        ),
        .target(
            name: "RealtimeDatabaseEmulator",
            dependencies: [
                "EmulatorAccess", "FirestoreModel", "FirestoreREST", "HTTPServing", "HTTPTransport",
                "RealtimeDatabaseModel", "RealtimeDatabaseRules", crypto, httpTypes, logging,
            ]
        ),
        .target(
            name: "RealtimeDatabase",
            dependencies: [
                "ClientCore", "CurlHTTP", "FirestoreREST", "HTTPTransport", "RealtimeDatabaseModel",
                httpTypes,
                logging,
            ]
        ),
        .target(
            name: "ReadReceipts",
            dependencies: [
                "FirestoreClient", "FirestoreModel", "RealtimeDatabase", "RealtimeDatabaseModel", logging,
            ]
        ),
        .target(
            name: "ReceiptWorker",
            dependencies: [
                "FirestoreClient", "FirestoreModel", "FirestoreREST", "HTTPServing", "HTTPTransport",
                "NamedFiles", "PrintableText", "ReadReceipts", grdb, httpTypes, logging, serviceLifecycle,
            ]
        ),
        .target(
            name: "ReceiptConsole",
            dependencies: [
                "ClientCore", "FirestoreClient", "FirestoreModel", "FirestoreREST", "HTTPServing",
                "HTTPTransport", "ReadReceipts", "RealtimeDatabase", "ReceiptWorker", httpTypes, logging,
                serviceLifecycle,
            ],
            // Part of the program, so that it can be copied anywhere.
            resources: [.embedInCode("Pages")]
        ),
        .target(
            name: "RulesTesting",
            dependencies: [
                "ClientCore", "CurlHTTP", "EmulatorAccess", "FirestoreClient", "FirestoreEmulator",
                "FirestoreModel", "FirestoreREST", "FirestoreRules", "HTTPTransport", "NamedFiles",
                "PrintableText",
                "RealtimeDatabaseModel", "RealtimeDatabaseRules", httpTypes, yams,
            ]
        ),
        .executableTarget(
            name: "receipts",
            dependencies: [
                "CurlHTTP", "FirestoreClient", "FirestoreEmulator", "FirestoreModel", "FirestoreREST",
                "FirestoreRules", "GoogleCredentials", "HTTPTransport", "NamedFiles", "PrintableText",
                "ReadReceipts", "RealtimeDatabase", "RealtimeDatabaseEmulator", "RealtimeDatabaseRules",
                "ReceiptConsole", "ReceiptWorker", "RulesTesting",
                argumentParser,
                httpTypes, logging, subprocess,
                systemPackage, unixSignals,
            ]
        ),
        // Measures what no public name leads to; the other benchmarks are a package of their own.
        .executableTarget(
            name: "RuleEvaluation", dependencies: ["FirestoreModel", "FirestoreRules"],
            path: "Benchmarks/RuleEvaluation"
        ),

        // What the tests share, and the tests: one target a module, and one for what needs a server.
        .target(
            name: "TestSupport",
            dependencies: [
                "CurlHTTP", "FirestoreClient", "FirestoreEmulator", "FirestoreModel", "FirestoreREST",
                "HTTPTransport", "ReadReceipts", httpTypes, logging, nio, nioPosix,
            ],
            path: "Tests/TestSupport"
        ),
        .testTarget(
            name: "TestSupportTests",
            dependencies: [
                "CurlHTTP", "FirestoreClient", "FirestoreEmulator", "FirestoreModel", "TestSupport", logging,
            ]
        ),
        .testTarget(
            name: "CurlHTTPTests", dependencies: ["CurlHTTP", "HTTPTransport", "TestSupport", httpTypes],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "HTTPServingTests",
            dependencies: [
                "HTTPServing", "HTTPTransport", "TestSupport", httpTypes, logging, nio, nioEmbedded, nioHTTP1,
                nioPosix,
            ]
        ),
        .testTarget(name: "NamedFilesTests", dependencies: ["NamedFiles", "TestSupport"]),
        .testTarget(name: "SortedMapsTests", dependencies: ["SortedMaps", "TestSupport"]),
        .testTarget(
            name: "RealtimeDatabaseModelTests",
            dependencies: ["FirestoreModel", "FirestoreREST", "RealtimeDatabaseModel", "TestSupport"]
        ),
        .testTarget(
            name: "RealtimeDatabaseEmulatorTests",
            dependencies: [
                "CurlHTTP", "EmulatorAccess", "FirestoreModel", "FirestoreREST", "HTTPTransport",
                "RealtimeDatabaseEmulator", "RealtimeDatabaseModel", "RealtimeDatabaseRules", "TestSupport",
                httpTypes, logging,
            ]
        ),
        .testTarget(
            name: "RealtimeDatabaseRulesTests",
            dependencies: ["FirestoreREST", "RealtimeDatabaseModel", "RealtimeDatabaseRules", "TestSupport"]
        ),
        .testTarget(
            name: "RealtimeDatabaseTests",
            dependencies: [
                "FirestoreREST", "HTTPTransport", "RealtimeDatabase", "RealtimeDatabaseEmulator",
                "RealtimeDatabaseModel", "TestSupport", httpTypes, logging,
            ]
        ),
        .testTarget(name: "FirestoreModelTests", dependencies: ["FirestoreModel", "TestSupport"]),
        .testTarget(
            name: "FirestoreRESTTests", dependencies: ["FirestoreModel", "FirestoreREST", "TestSupport"]
        ),
        .testTarget(name: "RegularExpressionsTests", dependencies: ["RegularExpressions", "TestSupport"]),
        .testTarget(
            name: "FirestoreRulesTests",
            dependencies: [
                "FirestoreModel", "FirestoreREST", "FirestoreRules", "PrintableText", "TestSupport",
                orderedCollections,
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "FirestoreClientTests",
            dependencies: [
                "FirestoreClient", "FirestoreModel", "FirestoreREST", "HTTPTransport", "TestSupport",
                httpTypes,
            ]
        ),
        .testTarget(
            name: "GoogleCredentialsTests",
            dependencies: [
                "FirestoreClient", "FirestoreREST", "GoogleCredentials", "HTTPTransport", "TestSupport",
                cryptoExtras, httpTypes, jwtKit,
            ]
        ),
        .testTarget(
            name: "FirestoreEmulatorTests",
            dependencies: [
                "CurlHTTP", "EmulatorAccess", "FirestoreEmulator", "FirestoreModel", "FirestoreREST",
                "FirestoreRules",
                "HTTPTransport", "TestSupport", httpTypes, logging,
            ]
        ),
        .testTarget(
            name: "ReadReceiptsTests",
            dependencies: [
                "EmulatorAccess", "FirestoreClient", "FirestoreEmulator", "FirestoreModel", "HTTPTransport",
                "ReadReceipts", "RealtimeDatabase", "RealtimeDatabaseEmulator", "TestSupport", httpTypes,
            ]
        ),
        .testTarget(
            name: "ReceiptWorkerTests",
            dependencies: [
                "FirestoreClient", "FirestoreModel", "HTTPServing", "HTTPTransport", "ReadReceipts",
                "NamedFiles", "ReceiptWorker",
                "TestSupport", grdb, httpTypes, logging,
            ]
        ),
        .testTarget(
            name: "ConsoleTests",
            dependencies: [
                "CurlHTTP", "FirestoreClient", "FirestoreEmulator", "FirestoreModel", "FirestoreREST",
                "FirestoreRules", "HTTPServing", "HTTPTransport", "ReadReceipts", "RealtimeDatabase",
                "RealtimeDatabaseEmulator", "ReceiptConsole", "ReceiptWorker", "TestSupport", httpTypes,
                logging, subprocess, systemPackage,
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "RulesTestingTests",
            dependencies: [
                "FirestoreEmulator", "FirestoreModel", "FirestoreREST", "FirestoreRules",
                "RealtimeDatabaseModel", "RealtimeDatabaseRules", "RulesTesting", "TestSupport",
            ]
        ),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "CurlHTTP", "EmulatorAccess", "FirestoreClient", "FirestoreEmulator", "FirestoreModel",
                "FirestoreREST",
                "HTTPTransport",
                "ReadReceipts", "ReceiptWorker", "TestSupport", httpTypes, logging, serviceLifecycle,
            ],
            exclude: [
                "Recorded/Fixtures", "Recorded/README.md", "Rules/Expressions/Fixtures",
                "Rules/Expressions/README.md", "Rules/Stories/Fixtures", "Rules/Stories/README.md",
                "Rules/Budgets/Fixtures", "Rules/Budgets/README.md",
            ]
        ),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "CurlHTTP", "EmulatorAccess", "FirestoreClient", "FirestoreEmulator", "FirestoreModel",
                "FirestoreRules", "HTTPTransport", "ReadReceipts", "RealtimeDatabaseEmulator",
                "ReceiptWorker", "TestSupport",
                "receipts", httpTypes, logging, subprocess, systemPackage,
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The walls hold themselves up: what an import lets out is visible, and a warning does not land.
for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .treatAllWarnings(as: .error),
        ]
}
