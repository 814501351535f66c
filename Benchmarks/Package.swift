// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "firestore-receipts", path: ".."),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "ServerComparison",
            dependencies: [
                .product(name: "FirestoreClient", package: "firestore-receipts"),
                .product(name: "ReadReceipts", package: "firestore-receipts"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
