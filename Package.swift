// swift-tools-version: 6.2
import PackageDescription

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let hummingbird = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let metrics = Target.Dependency.product(name: "Metrics", package: "swift-metrics")
let nio = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioHTTP2 = Target.Dependency.product(name: "NIOHTTP2", package: "swift-nio-http2")
let nioHPACK = Target.Dependency.product(name: "NIOHPACK", package: "swift-nio-http2")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let systemPackage = Target.Dependency.product(
    name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux, .android, .windows]))
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let orderedCollections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")

let package = Package(
    name: "firestore-receipts",
    // Linux needs no entry here; it is what the tests run on. The others are the first versions with the standard library's
    // Mutex and Atomic. Only macOS has libcurl too; elsewhere, the clients need the trait URLSession, and were never run.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2), .watchOS(.v11)],
    // A public signature uses only types that one of these libraries exports, or another package:
    // `Scripts/public-names` checks it.
    products: [
        .library(name: "ClientTelemetry", targets: ["ClientTelemetry"]),
        .library(name: "FirestoreClient", targets: ["FirestoreClient"]),
        .library(name: "FirestoreEmulator", targets: ["FirestoreEmulator"]),
        .library(name: "GoogleCredentials", targets: ["GoogleCredentials"]),
        .library(name: "PubSubClient", targets: ["PubSubClient"]),
        .library(name: "ReadReceipts", targets: ["ReadReceipts"]),
        .library(name: "RealtimeDatabase", targets: ["RealtimeDatabase"]),
        .library(name: "RealtimeDatabaseEmulator", targets: ["RealtimeDatabaseEmulator"]),
        .library(name: "ReceiptConsole", targets: ["ReceiptConsole"]),
        .library(name: "ReceiptWorker", targets: ["ReceiptWorker"]),
        .library(name: "RulesTesting", targets: ["RulesTesting"]),
        .executable(name: "receipts", targets: ["receipts"]),
    ],
    traits: [
        .default(enabledTraits: ["Curl", "Foundation"]),
        .trait(name: "Curl", description: "The clients send by libcurl, on Linux and macOS."),
        .trait(
            name: "URLSession",
            description: """
                The clients send by Foundation's URLSession instead of libcurl, and need nothing that is not in Foundation.
                """,
            enabledTraits: ["Foundation"]
        ),
        .trait(
            name: "Foundation",
            description: """
                What Foundation has beyond FoundationEssentials: NSError and NSNumber in the APIs of the clients, and formatters with \
                a locale. The program itself needs none of it.
                """
        ),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.1.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.40.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.16.0", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0", traits: []),
    ],
    targets: [
        // The layers, lowest first. An import goes only upwards in this list.
        // The headers of libcurl and OpenSSL. The libraries are loaded when they are first needed.
        .systemLibrary(name: "CCurl"),
        .systemLibrary(name: "COpenSSL"),
        .target(
            name: "Cryptography",
            // Apple's platforms have a library of their own.
            dependencies: [.target(name: "COpenSSL", condition: .when(platforms: [.linux, .android]))]
        ),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3",
            providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]
        ),
        .target(name: "SQLite", dependencies: ["CSQLite"]),
        .systemLibrary(
            name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]
        ),
        .systemLibrary(name: "CAllocator"),
        .target(name: "HTTPTransport", dependencies: [httpTypes]),
        .target(name: "CurlHTTP", dependencies: ["CCurl", "HTTPTransport", httpTypes]),
        .target(name: "URLSessionHTTP", dependencies: ["HTTPTransport", httpTypes]),
        .target(
            name: "DefaultHTTP",
            dependencies: [
                "HTTPTransport",
                .target(name: "CurlHTTP", condition: .when(platforms: [.linux, .macOS], traits: ["Curl"])),
                .target(name: "URLSessionHTTP", condition: .when(traits: ["URLSession"])),
            ]
        ),
        .target(
            name: "HTTPServing",
            dependencies: [
                "CAllocator", "HTTPTransport", httpTypes, hummingbird, logging, nio, nioHPACK, nioHTTP1,
                nioHTTP2,
                nioPosix, nioWebSocket, serviceLifecycle,
            ]
        ),
        .target(name: "SortedMaps"),
        .target(name: "CoreValues"),
        .target(
            name: "GRPCServing", dependencies: ["CoreValues", "HTTPServing", "HTTPTransport", httpTypes]),
        .target(name: "FirestoreModel", dependencies: ["CoreValues", orderedCollections]),
        .target(name: "JSONText"),
        .target(name: "FirestoreRPC", dependencies: ["Cryptography", "FirestoreModel"]),
        .target(name: "FirestoreREST", dependencies: ["FirestoreModel", "FirestoreRPC", "JSONText"]),
        .target(name: "Protobuf"),
        .target(name: "FirestoreProtobuf", dependencies: ["FirestoreModel", "FirestoreRPC", "Protobuf"]),
        .target(name: "PrintableText"),
        .target(name: "NamedFiles", dependencies: ["PrintableText"]),
        // Folders of an export, as Google's servers and tools write them.
        .target(
            name: "FirestoreExports",
            dependencies: [
                "FirestoreModel", "FirestoreRPC", "JSONText", "NamedFiles", "Protobuf",
            ]
        ),
        .target(name: "RegularExpressions"),
        .target(name: "RulesCore", dependencies: ["CoreValues", "JSONText", "PrintableText"]),
        .target(
            name: "FirestoreRules",
            dependencies: [
                "Cryptography", "FirestoreModel", "JSONText", "PrintableText", "RegularExpressions",
                "RulesCore",
                orderedCollections,
            ]
        ),
        .target(
            name: "ClientCore",
            dependencies: ["CoreValues", "HTTPTransport", "JSONText", "PrintableText", httpTypes, logging]
        ),
        // Only programs that use this product build swift-metrics and swift-distributed-tracing for it.
        .target(name: "ClientTelemetry", dependencies: ["ClientCore", metrics, tracing]),
        // What emulators have in common: who asks, from which page, and what time it is.
        .target(
            name: "EmulatorAccess",
            dependencies: ["CoreValues", "HTTPTransport", "JSONText", httpTypes]
        ),
        .target(
            name: "FirestoreClient",
            dependencies: [
                "ClientCore", "DefaultHTTP", "FirestoreModel", "FirestoreREST", "FirestoreRPC",
                "HTTPTransport",
                "JSONText",
                httpTypes, logging, orderedCollections,
            ]
        ),
        .target(
            name: "GoogleCredentials",
            dependencies: [
                "ClientCore", "CoreValues", "Cryptography", "DefaultHTTP", "HTTPTransport", "JSONText",
                "NamedFiles", "PrintableText", httpTypes, logging,
                // Programs that get subject tokens, where a program may start another.
                .product(
                    name: "Subprocess", package: "swift-subprocess",
                    condition: .when(platforms: [.linux, .macOS])),
                .product(
                    name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
            ]
        ),
        .target(
            name: "PubSubClient",
            dependencies: [
                "ClientCore", "CoreValues", "DefaultHTTP", "HTTPTransport", "JSONText", "PrintableText",
                httpTypes, logging,
            ]
        ),
        .target(
            name: "FirestoreEmulator",
            dependencies: [
                "Cryptography", "EmulatorAccess", "FirestoreExports", "FirestoreModel", "FirestoreProtobuf",
                "FirestoreREST", "FirestoreRPC", "FirestoreRules", "GRPCServing", "HTTPServing",
                "HTTPTransport", "JSONText",
                "NamedFiles", "Protobuf", "SortedMaps", deque, httpTypes, logging,
                orderedCollections,
            ]
        ),
        .target(
            name: "RealtimeDatabaseModel",
            dependencies: ["CoreValues", "JSONText", "SortedMaps"]),
        .target(
            name: "RealtimeDatabaseRules",
            dependencies: [
                "CoreValues", "JSONText", "PrintableText", "RealtimeDatabaseModel", "RegularExpressions",
                "RulesCore",
            ]
        ),
        // The protocol between Firebase's SDKs and the server: messages, no connections.
        .target(
            name: "RealtimeDatabaseWire", dependencies: ["Cryptography", "JSONText", "RealtimeDatabaseModel"]),
        .target(
            name: "RealtimeDatabaseEmulator",
            dependencies: [
                "CoreValues", "Cryptography", "EmulatorAccess", "HTTPServing", "HTTPTransport",
                "JSONText", "RealtimeDatabaseModel", "RealtimeDatabaseRules", "RealtimeDatabaseWire",
                "RulesCore", deque, httpTypes, logging,
            ]
        ),
        .target(
            name: "RealtimeDatabase",
            dependencies: [
                "ClientCore", "CoreValues", "DefaultHTTP", "HTTPTransport", "JSONText",
                "RealtimeDatabaseModel",
                httpTypes, logging,
            ]
        ),
        .target(
            name: "ReadReceipts",
            dependencies: [
                "ClientCore", "CoreValues", "FirestoreClient", "FirestoreModel", "RealtimeDatabase",
                "RealtimeDatabaseModel", logging, orderedCollections,
            ]
        ),
        .target(
            name: "ReceiptWorker",
            dependencies: [
                "ClientCore", "FirestoreClient", "FirestoreModel", "HTTPServing", "HTTPTransport", "JSONText",
                "NamedFiles",
                "PrintableText", "PubSubClient", "ReadReceipts", "SQLite", httpTypes, logging,
                serviceLifecycle,
            ]
        ),
        .target(
            name: "AnalysisCore",
            dependencies: ["CoreValues", "JSONText", "PrintableText", "RegularExpressions", "RulesCore"]
        ),
        .target(
            name: "RulesAnalysis",
            dependencies: [
                "AnalysisCore", "CoreValues", "FirestoreModel", "FirestoreRules", "JSONText", "PrintableText",
                "RegularExpressions", "RulesCore",
                orderedCollections,
            ]
        ),
        .target(
            name: "DatabaseRulesAnalysis",
            dependencies: [
                "AnalysisCore", "CoreValues", "JSONText", "PrintableText", "RealtimeDatabaseModel",
                "RealtimeDatabaseRules", "RulesCore",
            ]
        ),
        // Proofs by solvers that run as processes of their own.
        .target(name: "RulesSolver", dependencies: ["RulesAnalysis", subprocess, systemPackage]),
        .plugin(name: "EmbedPages", capability: .buildTool(), dependencies: ["PageEmbedder"]),
        .executableTarget(name: "PageEmbedder", path: "Plugins/PageEmbedder"),
        .target(
            name: "RulesTesting",
            dependencies: [
                "CYAML", "ClientCore", "CoreValues", "DefaultHTTP", "EmulatorAccess", "FirestoreClient",
                "FirestoreEmulator",
                "FirestoreModel", "FirestoreRules", "HTTPTransport", "JSONText", "NamedFiles",
                "PrintableText", "RealtimeDatabaseModel", "RealtimeDatabaseRules", "AnalysisCore",
                "RulesCore",
                httpTypes,
            ]
        ),
        .target(
            name: "ReceiptConsole",
            dependencies: [
                "AnalysisCore", "ClientCore", "CoreValues", "DatabaseRulesAnalysis", "FirestoreClient",
                "FirestoreEmulator", "FirestoreExports", "FirestoreModel", "FirestoreRules", "HTTPServing",
                "HTTPTransport", "JSONText", "ReadReceipts", "RealtimeDatabase", "RealtimeDatabaseEmulator",
                "RealtimeDatabaseRules", "ReceiptWorker", "RulesAnalysis", "RulesCore", "RulesTesting",
                httpTypes, logging, serviceLifecycle,
            ],
            // Its pages are part of the program, so that it can be copied anywhere.
            plugins: ["EmbedPages"]
        ),
        .target(
            name: "CBuild",
            // Scripts/setup sets these for the builds that it makes for release.
            cSettings: ["RECEIPTS_VERSION", "RECEIPTS_COMMIT", "RECEIPTS_SWIFT"].compactMap { name in
                Context.environment[name].map { .define(name, to: "\"\($0)\"") }
            }
        ),
        .executableTarget(
            name: "receipts",
            dependencies: [
                "AnalysisCore", "CBuild", "CoreValues", "Cryptography", "CurlHTTP", "DatabaseRulesAnalysis",
                "EmulatorAccess", "FirestoreClient",
                "FirestoreEmulator", "FirestoreExports", "FirestoreModel", "FirestoreRules",
                "GoogleCredentials", "HTTPServing", "HTTPTransport", "JSONText", "NamedFiles",
                "PrintableText",
                "PubSubClient", "ReadReceipts", "RealtimeDatabase", "RealtimeDatabaseEmulator",
                "RealtimeDatabaseRules",
                "ReceiptConsole", "ReceiptWorker", "RulesAnalysis", "RulesCore", "RulesSolver",
                "RulesTesting",
                argumentParser, httpTypes,
                logging,
                subprocess, systemPackage, unixSignals,
            ]
        ),
        // Measures what no public name leads to; the other benchmarks are a package of their own.
        .executableTarget(
            name: "RuleEvaluation",
            dependencies: [
                "FirestoreEmulator", "FirestoreModel", "FirestoreRules", "HTTPTransport", "RulesCore",
                "RulesTesting", httpTypes,
            ],
            path: "Benchmarks/RuleEvaluation"
        ),
        .executableTarget(
            name: "RulesSearch",
            dependencies: [
                "AnalysisCore", "DatabaseRulesAnalysis", "FirestoreRules", "RealtimeDatabaseRules",
                "RulesAnalysis",
                "RulesCore",
                "RulesSolver", "RulesTesting", argumentParser,
            ],
            path: "Benchmarks/RulesSearch"
        ),
        .executableTarget(
            name: "ListeningCost",
            dependencies: ["FirestoreEmulator", "FirestoreModel", "FirestoreRPC"],
            path: "Benchmarks/ListeningCost"
        ),

        // A layer of files under SQLite that fails as planned.
        .target(name: "CFaultyDisk", dependencies: ["CSQLite"], path: "Tests/CFaultyDisk"),
        // What the tests share, and the tests: one target a module, and one for what needs a server.
        .target(
            name: "TestSupport",
            dependencies: [
                "CFaultyDisk", "CurlHTTP", "FirestoreClient", "FirestoreEmulator", "FirestoreModel",
                "HTTPTransport",
                "JSONText", "ReadReceipts", httpTypes, logging, nio, nioHPACK, nioPosix,
                .target(name: "COpenSSL", condition: .when(platforms: [.linux, .android])),
            ],
            path: "Tests/TestSupport",
            linkerSettings: [.linkedLibrary("crypto", .when(platforms: [.linux, .android]))]
        ),
        // The place where Swift's runtime takes another way to run tasks.
        .systemLibrary(name: "CTaskHook", path: "Tests/CTaskHook"),
        // A program, because it takes over all tasks of its process.
        .executableTarget(
            name: "Simulation",
            dependencies: [
                "CTaskHook", "FirestoreClient", "FirestoreEmulator", "HTTPTransport", "ReadReceipts",
                "ReceiptWorker", "SQLite", "TestSupport", httpTypes,
            ],
            path: "Tests/Simulation"
        ),
        // What is fuzzed, and what must hold for all inputs. Scripts/fuzz makes them, and the tests replay those that were kept.
        .target(
            name: "Fuzzing",
            dependencies: [
                "AnalysisCore", "CoreValues", "FirestoreEmulator", "FirestoreExports", "FirestoreModel",
                "FirestoreProtobuf",
                "FirestoreREST", "FirestoreRPC", "FirestoreRules", "HTTPTransport", "JSONText", "Protobuf",
                "PubSubClient", "ReadReceipts", "RealtimeDatabaseModel", "RealtimeDatabaseRules",
                "RealtimeDatabaseWire", "ReceiptWorker", "RegularExpressions", "RulesCore", "RulesTesting",
                httpTypes,
            ],
            path: "Tests/Fuzzing"
        ),
        .testTarget(name: "FuzzingTests", dependencies: ["Fuzzing"]),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"]),
        .testTarget(
            name: "TestSupportTests",
            dependencies: ["CurlHTTP", "FirestoreClient", "FirestoreModel", "TestSupport"]
        ),
        .testTarget(
            name: "CurlHTTPTests", dependencies: ["CurlHTTP", "HTTPTransport", "TestSupport", httpTypes]
        ),
        .testTarget(
            name: "HTTPTransportTests",
            dependencies: ["CurlHTTP", "HTTPTransport", "TestSupport", "URLSessionHTTP", httpTypes],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "HTTPServingTests",
            dependencies: [
                "HTTPServing", "HTTPTransport", "TestSupport", httpTypes, logging, nio, nioEmbedded, nioHTTP1,
                nioPosix, nioWebSocket,
            ]
        ),
        .testTarget(name: "PrintableTextTests", dependencies: ["PrintableText", "TestSupport"]),
        .testTarget(name: "NamedFilesTests", dependencies: ["NamedFiles", "TestSupport"]),
        .testTarget(name: "SortedMapsTests", dependencies: ["SortedMaps", "TestSupport"]),
        .testTarget(
            name: "RealtimeDatabaseModelTests",
            dependencies: ["CoreValues", "JSONText", "RealtimeDatabaseModel", "TestSupport"]
        ),
        .testTarget(
            name: "RealtimeDatabaseWireTests",
            dependencies: ["JSONText", "RealtimeDatabaseModel", "RealtimeDatabaseWire", "TestSupport"]
        ),
        .testTarget(
            name: "RealtimeDatabaseEmulatorTests",
            dependencies: [
                "CoreValues", "CurlHTTP", "EmulatorAccess", "HTTPTransport", "JSONText",
                "RealtimeDatabaseEmulator", "RealtimeDatabaseModel", "RealtimeDatabaseWire", "RulesCore",
                "TestSupport",
                httpTypes, logging, nio, nioHTTP1, nioPosix, nioWebSocket,
            ]
        ),
        .testTarget(
            name: "RealtimeDatabaseRulesTests",
            dependencies: [
                "JSONText", "RealtimeDatabaseModel", "RealtimeDatabaseRules", "RulesCore", "TestSupport",
            ]
        ),
        .testTarget(
            name: "RealtimeDatabaseTests",
            dependencies: [
                "HTTPTransport", "JSONText", "RealtimeDatabase", "RealtimeDatabaseEmulator",
                "RealtimeDatabaseModel", "TestSupport", httpTypes, logging,
            ]
        ),
        .testTarget(name: "CryptographyTests", dependencies: ["Cryptography", "TestSupport"]),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText", "TestSupport"]),
        // Reads the sources, and imports none of the targets.
        .testTarget(name: "ArchitectureTests"),
        .testTarget(name: "ProtobufTests", dependencies: ["Protobuf", "TestSupport"]),
        .testTarget(
            name: "GRPCServingTests",
            dependencies: ["CoreValues", "GRPCServing", "HTTPServing", "TestSupport", httpTypes]
        ),
        .testTarget(
            name: "FirestoreProtobufTests",
            dependencies: [
                "FirestoreModel", "FirestoreProtobuf", "FirestoreREST", "FirestoreRPC", "JSONText",
                "Protobuf",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "FirestoreExportsTests",
            dependencies: ["FirestoreExports", "FirestoreModel", "Protobuf", "TestSupport"]
        ),
        .testTarget(name: "CoreValuesTests", dependencies: ["CoreValues", "TestSupport"]),
        .testTarget(name: "FirestoreModelTests", dependencies: ["FirestoreModel", "TestSupport"]),
        .testTarget(
            name: "FirestoreRESTTests",
            dependencies: ["FirestoreModel", "FirestoreREST", "FirestoreRPC", "JSONText", "TestSupport"]
        ),
        .testTarget(name: "RegularExpressionsTests", dependencies: ["RegularExpressions", "TestSupport"]),
        .testTarget(name: "RulesCoreTests", dependencies: ["JSONText", "RulesCore", "TestSupport"]),
        .testTarget(
            name: "FirestoreRulesTests",
            dependencies: [
                "FirestoreModel", "FirestoreRules", "JSONText", "PrintableText", "RulesCore", "TestSupport",
                orderedCollections,
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "FirestoreClientTests",
            dependencies: [
                "ClientCore", "FirestoreClient", "FirestoreModel", "FirestoreREST", "FirestoreRPC",
                "HTTPTransport", "JSONText", "TestSupport", httpTypes,
            ]
        ),
        .testTarget(
            name: "GoogleCredentialsTests",
            dependencies: [
                "ClientCore", "FirestoreClient", "GoogleCredentials", "HTTPTransport", "JSONText",
                "PrintableText", "TestSupport", httpTypes,
            ]
        ),
        .testTarget(
            name: "PubSubClientTests",
            dependencies: [
                "ClientCore", "CoreValues", "HTTPTransport", "JSONText", "PubSubClient", "TestSupport",
                httpTypes,
            ]
        ),
        .testTarget(
            name: "FirestoreEmulatorTests",
            dependencies: [
                "CurlHTTP", "EmulatorAccess", "FirestoreEmulator", "FirestoreModel", "FirestoreREST",
                "FirestoreRPC", "FirestoreRules", "HTTPTransport", "JSONText", "Protobuf", "TestSupport",
                httpTypes, logging,
            ]
        ),
        .testTarget(
            name: "ReadReceiptsTests",
            dependencies: [
                "EmulatorAccess", "FirestoreClient", "FirestoreModel", "HTTPTransport", "ReadReceipts",
                "RealtimeDatabase", "RealtimeDatabaseEmulator", "RealtimeDatabaseModel", "TestSupport",
                httpTypes,
            ]
        ),
        .testTarget(
            name: "ReceiptWorkerTests",
            dependencies: [
                "ClientCore", "FirestoreClient", "FirestoreModel", "HTTPServing", "HTTPTransport",
                "NamedFiles",
                "PubSubClient", "ReadReceipts", "ReceiptWorker", "SQLite", "TestSupport", httpTypes,
            ]
        ),
        .testTarget(
            name: "ClientTelemetryTests",
            dependencies: [
                "ClientCore", "ClientTelemetry", "FirestoreClient", "FirestoreEmulator", "FirestoreRules",
                "RulesCore",
                "PubSubClient", "ReadReceipts", "RealtimeDatabase", "RealtimeDatabaseEmulator", "TestSupport",
                metrics,
                tracing,
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ]
        ),
        .testTarget(
            name: "ConsoleTests",
            dependencies: [
                "CurlHTTP", "FirestoreClient", "FirestoreEmulator", "FirestoreExports", "FirestoreModel",
                "FirestoreRules",
                "HTTPServing", "HTTPTransport", "JSONText", "PageEmbedder", "PubSubClient", "ReadReceipts",
                "RealtimeDatabase",
                "RealtimeDatabaseEmulator", "ReceiptConsole", "ReceiptWorker", "TestSupport", httpTypes,
                subprocess, systemPackage,
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "RulesTestingTests",
            dependencies: [
                "FirestoreModel", "FirestoreRules", "JSONText", "RealtimeDatabaseModel",
                "RealtimeDatabaseRules", "AnalysisCore", "RulesCore", "RulesTesting", "TestSupport",
            ]
        ),
        .testTarget(
            name: "RulesAnalysisTests",
            dependencies: [
                "CoreValues", "FirestoreModel", "FirestoreRules", "JSONText", "RulesAnalysis", "RulesCore",
                "RulesSolver",
                "RulesTesting",
            ]
        ),
        .testTarget(
            name: "DatabaseRulesAnalysisTests",
            dependencies: [
                "AnalysisCore", "CoreValues", "DatabaseRulesAnalysis", "JSONText", "RealtimeDatabaseModel",
                "RealtimeDatabaseRules", "RulesCore",
            ]
        ),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "CoreValues", "CurlHTTP", "EmulatorAccess", "FirestoreClient", "FirestoreEmulator",
                "FirestoreModel", "FirestoreREST", "FirestoreRPC", "HTTPTransport", "JSONText", "Protobuf",
                "PubSubClient", "ReadReceipts", "ReceiptWorker", "TestSupport", "URLSessionHTTP",
                httpTypes, logging, serviceLifecycle,
            ],
            exclude: [
                "Production/Fixtures",
                "Recorded/Fixtures", "Recorded/README.md", "Rules/Expressions/Fixtures",
                "Rules/Expressions/README.md", "Rules/Stories/Fixtures", "Rules/Stories/README.md",
                "Rules/Budgets/Fixtures", "Rules/Budgets/README.md",
            ]
        ),
        .testTarget(name: "DocumentationTests"),
        // Its files are also the code of the tutorial.
        .testTarget(
            name: "TutorialTests",
            dependencies: ["FirestoreClient", "FirestoreEmulator", "ReadReceipts"]
        ),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "CurlHTTP", "EmulatorAccess", "FirestoreClient", "FirestoreEmulator", "FirestoreModel",
                "FirestoreRules", "HTTPServing", "HTTPTransport", "JSONText", "ReadReceipts",
                "RealtimeDatabase", "RealtimeDatabaseEmulator", "ReceiptWorker", "RulesSolver",
                "RulesTesting", "TestSupport",
                "receipts",
                argumentParser, httpTypes, logging, subprocess, systemPackage,
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The tiers of the house, each a folder of Sources, lowest first.
let tiers: KeyValuePairs = [
    "Base": [
        "COpenSSL", "CSQLite", "CYAML", "CoreValues", "Cryptography", "JSONText", "NamedFiles",
        "PrintableText", "Protobuf", "RegularExpressions",
        "SQLite", "SortedMaps",
    ],
    "HTTP": [
        "CAllocator", "CCurl", "CurlHTTP", "DefaultHTTP", "EmulatorAccess", "GRPCServing", "HTTPServing",
        "HTTPTransport", "URLSessionHTTP",
    ],
    "Firestore": [
        "FirestoreEmulator", "FirestoreExports", "FirestoreModel", "FirestoreProtobuf", "FirestoreREST",
        "FirestoreRPC",
    ],
    "Database": ["RealtimeDatabaseEmulator", "RealtimeDatabaseModel", "RealtimeDatabaseWire"],
    "Clients": [
        "ClientCore", "ClientTelemetry", "FirestoreClient", "GoogleCredentials", "PubSubClient",
        "RealtimeDatabase",
    ],
    "Rules": [
        "AnalysisCore", "DatabaseRulesAnalysis", "FirestoreRules", "RealtimeDatabaseRules", "RulesAnalysis",
        "RulesCore", "RulesSolver", "RulesTesting",
    ],
    "Receipts": ["CBuild", "ReadReceipts", "ReceiptConsole", "ReceiptWorker", "receipts"],
]
for (tier, names) in tiers {
    for target in package.targets where names.contains(target.name) {
        target.path = "Sources/\(tier)/\(target.name)"
    }
}

// The walls hold themselves up: what an import lets out is visible, and a warning does not land.
for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .treatAllWarnings(as: .error),
        ]
}

// Scripts/fuzz builds these targets so that they tell a fuzzer what it reaches, with a program that has one: the library at this path.
if let library = Context.environment["RECEIPTS_FUZZING"] {
    for target in package.targets where target.type == .regular {
        target.swiftSettings =
            (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer,address"])]
    }
    package.targets.append(
        .executableTarget(
            name: "Fuzzer", dependencies: ["Fuzzing"], path: "Tests/Fuzzer",
            swiftSettings: [.unsafeFlags(["-sanitize=address"])],
            linkerSettings: [.unsafeFlags(["-sanitize=address", "-use-ld=lld", library, "-lstdc++"])]))
}
