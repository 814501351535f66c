// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "firestore-receipts", path: ".."),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.16.0", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "ServerComparison",
            dependencies: [
                .product(name: "FirestoreClient", package: "firestore-receipts"),
                .product(name: "ReadReceipts", package: "firestore-receipts"), "Comparison", "LoadGeneration",
            ]
        ),
        .executableTarget(
            name: "ListeningComparison",
            dependencies: [
                .product(name: "FirestoreClient", package: "firestore-receipts"),
                .product(name: "ReadReceipts", package: "firestore-receipts"), "Comparison", "LoadGeneration",
            ]
        ),
        .target(
            name: "Comparison",
            dependencies: [
                .product(name: "FirestoreClient", package: "firestore-receipts"),
                .product(name: "Subprocess", package: "swift-subprocess"), "LoadGeneration",
            ]
        ),
        .target(name: "LoadGeneration"),
        .executableTarget(name: "ProgramStart", dependencies: ["LoadGeneration"]),
        .executableTarget(name: "WorkerThroughput", dependencies: ["LoadGeneration"]),
        .executableTarget(
            name: "RulesAssertions",
            dependencies: [.product(name: "RulesTesting", package: "firestore-receipts")]
        ),
        .executableTarget(
            name: "ReceiptComputation",
            dependencies: [.product(name: "ReadReceipts", package: "firestore-receipts")]
        ),
        .executableTarget(
            name: "ReceiptRoundTrips",
            dependencies: [
                .product(name: "FirestoreClient", package: "firestore-receipts"),
                .product(name: "ReadReceipts", package: "firestore-receipts"),
            ]
        ),
        .executableTarget(
            name: "ClientCalls",
            dependencies: [
                .product(name: "ClientTelemetry", package: "firestore-receipts"),
                .product(name: "FirestoreClient", package: "firestore-receipts"),
                .product(name: "FirestoreEmulator", package: "firestore-receipts"),
            ]
        ),
        .executableTarget(
            name: "RealtimeRoundTrips",
            dependencies: [.product(name: "RealtimeDatabase", package: "firestore-receipts")]
        ),
        .executableTarget(
            name: "DocumentCoding",
            dependencies: [
                .product(name: "FirestoreClient", package: "firestore-receipts"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]
        ),
        .executableTarget(
            name: "HummingbirdEmulator",
            dependencies: [
                .product(name: "FirestoreEmulator", package: "firestore-receipts"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
