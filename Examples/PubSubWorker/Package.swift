// swift-tools-version: 6.2
import PackageDescription

// A worker that gets receipts from Pub/Sub, and writes them in batches.
let package = Package(
    name: "PubSubWorker",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "firestore-receipts", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "PubSubWorker",
            dependencies: [
                .product(name: "FirestoreClient", package: "firestore-receipts"),
                .product(name: "PubSubClient", package: "firestore-receipts"),
                .product(name: "ReadReceipts", package: "firestore-receipts"),
                .product(name: "ReceiptWorker", package: "firestore-receipts"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
