// swift-tools-version: 6.2
import PackageDescription

/// The commit that is built, as the Makefile tells it. SwiftPM's own `gitInformation` is remembered with this file, and
/// would still name the old commit after the next one.
let commit = Context.environment["NEWSDIGEST_COMMIT"] ?? ""

let package = Package(
    name: "newsdigest",
    products: [
        .executable(name: "newsdigest", targets: ["CLI"]),
        .library(name: "ArticleText", targets: ["ArticleText"]),
        .library(name: "FeedParser", targets: ["FeedParser"]),
        .library(name: "Grouping", targets: ["Grouping"]),
    ],
    traits: [
        .trait(name: "PostgreSQL", description: "States on PostgreSQL servers, by libpq.")
    ],
    // Exact versions, also of swift-system, which swift-subprocess brings: the same commit is the same program tomorrow.
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
        .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", exact: "1.0.2"),
        .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    ],
    targets: [
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        // Its file for pkg-config would also link what reads databases of calendars.
        .systemLibrary(name: "CICal", providers: [.apt(["libical-dev"])]),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CPSL", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CStemmer", providers: [.apt(["libstemmer-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .target(
            name: "FeedParser", dependencies: ["CLibXML2", "CResources", "Texts"], exclude: ["Entities.txt"]),
        .target(name: "ArticleText", dependencies: ["FeedParser", "Texts"]),
        .target(name: "Calendars", dependencies: ["CICal"]),
        .target(name: "CInFlight"),
        .target(name: "CResources"),
        .target(name: "InFlight", dependencies: ["CInFlight"]),
        .target(name: "Texts"),
        .target(name: "Addresses", dependencies: ["Texts", "CIDN2", "CPSL"]),
        .target(name: "Grouping", dependencies: ["CResources", "Texts", "Addresses"], exclude: ["Words"]),
        .target(name: "Cleaning", dependencies: ["CResources", "Texts", "Addresses"], exclude: ["Phrases"]),
        .target(name: "Files", dependencies: ["Texts", "CZip"]),
        .target(name: "HTTP", dependencies: ["Texts", "Files", "CCurl", "CZlib", "InFlight"]),
        .target(name: "Values", dependencies: ["Texts", "Addresses", "Files", "InFlight"]),
        .target(
            name: "State",
            dependencies: [
                "Values", "Texts", "Addresses", "Files", "InFlight", "CZlib",
                .target(name: "CPQ", condition: .when(traits: ["PostgreSQL"])),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .target(name: "Templates", dependencies: ["CResources"]),
        .target(
            name: "Platform",
            dependencies: [
                "Texts", "Files", "InFlight",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ]),
        .target(name: "Languages", dependencies: ["Texts", "Values"]),
        .target(
            name: "Settings",
            dependencies: [
                "Platform", "Languages", "Values", "State", "Texts", "Addresses", "Cleaning", "Grouping", "Files",
                "FeedParser", "HTTP", "Templates", "CCrypto", "CStemmer",
                .product(name: "TOMLKit", package: "TOMLKit"),
            ]),
        .target(
            name: "Gather",
            dependencies: [
                "Settings", "Platform", "Values", "State", "Texts", "Addresses", "Cleaning", "Files", "FeedParser",
                "Calendars", "HTTP", "InFlight", "ArticleText",
            ]),
        .target(
            name: "Select",
            dependencies: [
                "Settings", "Platform", "Languages", "Values", "Texts", "Addresses", "Grouping", "HTTP", "InFlight",
            ]),
        .target(
            name: "Render",
            dependencies: [
                "Settings", "Platform", "Languages", "Values", "State", "Texts", "Addresses", "Cleaning", "Files",
                "FeedParser", "HTTP", "InFlight", "Templates",
                .product(name: "Mustache", package: "swift-mustache"),
            ]),
        .target(
            name: "NewsDigest",
            dependencies: [
                "Gather", "Select", "Render", "Settings", "Platform", "Languages", "Values", "State", "Texts",
                "Addresses", "Grouping", "Files", "FeedParser", "HTTP", "InFlight",
            ]),
        .target(name: "CBuild", cSettings: [.define("NEWSDIGEST_COMMIT", to: "\"\(commit)\"")]),
        .executableTarget(
            name: "CLI",
            dependencies: [
                "CBuild", "InFlight", "NewsDigest", "Gather", "Select", "Render", "Settings", "Platform", "Languages",
                "ArticleText", "Texts", "HTTP",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(
            name: "StateGenerator", dependencies: ["NewsDigest", "Render", "State", "Values"],
            path: "bench/StateGenerator"),
        .target(name: "TestServer", path: "Tests/TestServer"),
        .target(name: "CWork", path: "Tests/CWork"),
        .target(name: "TestSupport", dependencies: ["CWork", "CZip"], path: "Tests/TestSupport"),
        .target(name: "StateTestSupport", dependencies: ["State", "Values"], path: "Tests/StateTestSupport"),
        .testTarget(
            name: "FeedParserTests", dependencies: ["FeedParser", "CLibXML2", "Texts", "TestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(name: "ArticleTextTests", dependencies: ["ArticleText", "TestSupport"]),
        .testTarget(name: "CalendarsTests", dependencies: ["Calendars", "TestSupport"]),
        .testTarget(name: "TextsTests", dependencies: ["Texts", "TestSupport"]),
        .testTarget(name: "CleaningTests", dependencies: ["Cleaning"]),
        .testTarget(name: "AddressesTests", dependencies: ["Addresses"]),
        .testTarget(name: "GroupingTests", dependencies: ["Grouping", "Texts", "TestSupport"]),
        .testTarget(name: "HTTPTests", dependencies: ["HTTP", "InFlight", "TestServer", "TestSupport"]),
        .testTarget(
            name: "StateTests",
            dependencies: [
                "State", "Values", "StateTestSupport", "TestServer", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Schemas"]),
        .testTarget(
            name: "NewsDigestTests",
            dependencies: [
                "NewsDigest", "Gather", "Select", "Render", "Settings", "Platform", "Languages", "Cleaning", "State",
                "TestServer", "TestSupport", "StateTestSupport",
            ],
            exclude: ["Render/Look", "Configuration/Initial", "Select/Facts.jsonl"]),
        .testTarget(
            name: "CLITests",
            dependencies: [
                "CLI", "FeedParser", "NewsDigest", "Render", "Settings", "Languages", "State", "Values", "TestServer",
                "TestSupport",
                "StateTestSupport",
            ],
            exclude: ["Import"]),
    ],
    cLanguageStandard: .gnu2x
)

// fuzz/run.sh builds it with libFuzzer, which a plain build does not have.
if Context.environment["NEWSDIGEST_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "FuzzProgram", dependencies: ["Settings", "Values"], path: "fuzz/Program"))
}

// The tests spend most of their time in these targets, so debug builds optimise them too. A developer who steps through
// them in a debugger sets NEWSDIGEST_DEBUG=plain. SwiftPM refuses a dependency with such flags.
let optimised = ["Texts", "Addresses", "FeedParser", "Grouping"]
let isDependency = Context.packageDirectory.contains("/checkouts/")
if Context.environment["NEWSDIGEST_DEBUG"] != "plain", !isDependency {
    for target in package.targets where optimised.contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"], .when(configuration: .debug))]
    }
}

// Continuous integration takes a warning in our own targets for an error. Flags of the command line would also reach the
// dependencies.
if Context.environment["NEWSDIGEST_WARNINGS"] == "error" {
    for target in package.targets where target.type != .system {
        target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
        target.cSettings = (target.cSettings ?? []) + [.treatAllWarnings(as: .error)]
    }
}
