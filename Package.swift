// swift-tools-version:6.2
import PackageDescription

// House rules for every target of ours (docs/architecture.md). A stranger's newer compiler may warn about things
// this one does not, so warnings become errors only when TIDINGS_STRICT is set, as `make check` does.
let house: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (Context.environment["TIDINGS_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

/// Libraries that parse are optimised in debug builds too, where tests spend their time in unspecialised generics otherwise.
/// The larger ones would take two to four times as long to compile, for less than that gains (docs/decisions/0018).
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

func ours(_ name: String, _ dependencies: [Target.Dependency], isOptimised: Bool = true) -> Target {
    .target(
        name: name, dependencies: dependencies + [logging], swiftSettings: house + (isOptimised ? optimised : []))
}

/// On Linux SwiftPM looks for XCTest's tests in the compiler's index. `scripts/debug-build` has only the test modules
/// indexed, into the folder named here; indexing every module, dependencies included, takes a tenth of the compile time.
let testIndex: [SwiftSetting] =
    Context.environment["TIDINGS_TEST_INDEX"].map {
        [.unsafeFlags(["-index-store-path", $0, "-index-ignore-system-modules"])]
    }
    ?? []

/// Fixtures are files that tests read from the source folder, so SwiftPM need not know them.
func tests(of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies + [logging], exclude: exclude,
        swiftSettings: house + testIndex)
}

/// `make bench` sets TIDINGS_BENCH: its programs and what only they need (libxml2, as a peer) are no part of other builds,
/// and the pages may be looked into.
let isBench = Context.environment["TIDINGS_BENCH"] != nil

func bench(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Benchmarks/\(name)", swiftSettings: house)
}

let benches: [Target] = [
    .systemLibrary(
        name: "CLibXML2", path: "Benchmarks/CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .target(name: "Yardstick", path: "Benchmarks/Yardstick", swiftSettings: house),
    bench("FeedSpeed", ["Feeds", "CLibXML2", "Yardstick"]),
    bench("CleanSpeed", ["URLs", "Markup", "CGumbo", "Yardstick"]),
    bench("ExtractSpeed", ["URLs", "Markup", "CGumbo", "Yardstick"]),
    bench("LibrarySpeed", ["Library", "News", "URLs", "Markup", "Yardstick"]),
    bench("DeliverySpeed", ["Delivery", "Fetching", "Library", "News", "SampleOrigins", "Yardstick"]),
    bench("TopicSpeed", ["Library", "News", "URLs", "Markup", "Yardstick"]),
    bench("RefreshParts", ["Library", "News", "URLs", "Markup", "Feeds", "Yardstick"]),
    bench(
        "PageSpeed",
        [
            "Web", "Library", "News", "URLs", "Markup", "Pictures", "Fetching", "Compression", "Yardstick", hummingbird,
            .product(name: "HTTPTypes", package: "swift-http-types"),
        ]),
]

/// `make fuzz` sets TIDINGS_FUZZ: our own modules then count which lines an input reaches, and a program gives them to
/// libFuzzer.
let isFuzz = Context.environment["TIDINGS_FUZZ"] != nil
let fuzzed: [SwiftSetting] = house + [.unsafeFlags(["-sanitize=fuzzer", "-enable-testing"])]

let fuzz: [Target] = [
    .executableTarget(
        name: "ServerFuzz",
        dependencies: [
            "Web", "Library", "News", "URLs", "Untrusted", "Markup", "Feeds", "Pictures", "CVipsShim", "Fetching",
            "Packs",
            hummingbird, logging,
            .product(name: "HummingbirdCore", package: "hummingbird"),
            .product(name: "HTTPTypes", package: "swift-http-types"),
            .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
            .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
            .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        ], path: "Tests/ServerFuzz", swiftSettings: fuzzed,
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])])
]

let package = Package(
    name: "tidings",
    products: [.executable(name: "tidings", targets: ["tidings"])],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // C libraries of the system, one that loads libvips, and four of our own that hold what is embedded in the binary.
        .systemLibrary(name: "CCmark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
        .systemLibrary(name: "CGumbo", pkgConfig: "gumbo", providers: [.apt(["libgumbo-dev"])]),
        .systemLibrary(name: "CIDN2", pkgConfig: "libidn2", providers: [.apt(["libidn2-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CQrencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CUchardet", pkgConfig: "uchardet", providers: [.apt(["libuchardet-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CVipsShim", linkerSettings: [.linkedLibrary("m")]),
        .target(name: "CAssets", exclude: ["assets"]),
        .target(name: "CSampleContent", exclude: ["content"]),
        .target(name: "CGazetteer", exclude: ["gazetteer.z"]),
        .target(name: "CSchema", exclude: ["schema"]),

        ours("Untrusted", []),
        ours("Caching", []),
        ours("Failures", []),
        ours("Compression", ["CZlib"]),
        ours("JSON", ["Untrusted"]),
        ours("YAML", ["Yams"]),
        ours(
            "UntrustedSQLite",
            [
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        ours("URLs", ["Untrusted", "CIDN2"]),
        ours("Markup", ["Untrusted", "JSON", "URLs", "CGumbo"]),
        ours("News", ["Untrusted", "Caching", "URLs", "Markup", "Failures"]),
        ours("Feeds", ["Untrusted", "Caching", "URLs", "Markup", "CUchardet"]),
        ours("Places", ["Untrusted", "Compression", "News", "CGazetteer"]),
        ours(
            "Fetching",
            [
                "Untrusted", "Caching", "URLs", "Compression", "Failures",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),
        ours(
            "OpenID",
            [
                "Untrusted", "Caching", "JSON", "URLs", "Failures", "Fetching", crypto,
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ], isOptimised: false),
        ours("Pictures", ["Untrusted", "Caching", "Fetching", "CVipsShim", crypto]),
        ours(
            "Origins",
            ["Untrusted", "Caching", "JSON", "URLs", "News", "Markup", "Feeds", "Fetching", "Failures", "Packs"],
            isOptimised: false),
        ours(
            "Packs",
            [
                "Untrusted", "UntrustedSQLite", "YAML", "Failures", "URLs", "Markup", "Yams", "CCmark",
                .product(name: "GRDB", package: "GRDB.swift"), crypto,
            ], isOptimised: false),
        ours(
            "Delivery", ["Untrusted", "Failures", "URLs", "News", "Library", "Fetching", "CCurl", crypto],
            isOptimised: false),
        ours(
            "Library",
            [
                "Untrusted", "UntrustedSQLite", "YAML", "Caching", "Compression", "Failures", "URLs", "News", "Markup",
                "Packs", "CSchema", "Yams", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"), crypto,
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ], isOptimised: false),
        ours(
            "Web",
            [
                "Untrusted", "Caching", "Compression", "URLs", "News", "Markup", "Library", "Packs", "Pictures",
                "Places", "OpenID", "CAssets", "CQrencode", hummingbird, crypto,
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ], isOptimised: false),
        ours(
            "SyncAPI",
            [
                "Untrusted", "Caching", "URLs", "News", "Markup", "Library", hummingbird,
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ], isOptimised: false),
        ours(
            "SampleOrigins",
            [
                "Untrusted", "Caching", "Compression", "Packs", "CSampleContent", "CVipsShim", hummingbird, crypto,
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ], isOptimised: false),
        .executableTarget(
            name: "tidings",
            dependencies: [
                "Untrusted", "URLs", "Markup", "News", "Feeds", "Fetching", "Pictures", "Places", "Origins", "Packs",
                "Library", "Delivery", "Web", "SyncAPI", "OpenID",
                "YAML", "SampleOrigins", "CAssets", "CMalloc",
                hummingbird, logging, "Yams",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
            ],
            swiftSettings: house),

        .target(
            name: "TestSupport", dependencies: ["Failures", "News", "Markup", "URLs"], path: "Tests/TestSupport",
            swiftSettings: house + optimised),
        tests(of: "Untrusted"),
        tests(of: "Caching"),
        tests(of: "Compression"),
        tests(
            of: "Delivery",
            [
                "TestSupport", "Failures", "Fetching", "Library", "Markup", "News", "SampleOrigins", "Untrusted",
                "URLs",
                "Web", crypto,
            ]),
        tests(of: "JSON"),
        tests(of: "YAML"),
        tests(
            of: "Packs",
            ["TestSupport", "UntrustedSQLite", "URLs", "Markup", .product(name: "GRDB", package: "GRDB.swift"), crypto]),
        tests(of: "URLs", ["TestSupport"]),
        tests(of: "Markup", ["TestSupport", "URLs"], exclude: ["Fixtures"]),
        tests(of: "News", ["Failures", "Markup", "URLs"]),
        tests(of: "Places", ["Compression", "News"]),
        tests(of: "Feeds", ["TestSupport", "URLs", "Markup"], exclude: ["Fixtures"]),
        tests(
            of: "Fetching",
            [
                "TestSupport", "Failures", "Untrusted", "CZlib", hummingbird,
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        tests(
            of: "Pictures",
            [
                "TestSupport", "Fetching", "CVipsShim", hummingbird,
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        tests(
            of: "Origins",
            [
                "TestSupport", "Untrusted", "Failures", "Packs", "SampleOrigins", "Library", "JSON", "YAML", "Feeds",
                "Fetching", "News",
                "Markup", "URLs",
                hummingbird,
            ]),
        tests(
            of: "Library",
            [
                "TestSupport", "Failures", "Packs", "Untrusted", "UntrustedSQLite", "URLs", "News", "Markup", crypto,
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ], exclude: ["Fixtures"]),
        tests(
            of: "SampleOrigins",
            [
                "Packs", "URLs", "Markup", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        tests(
            of: "SyncAPI",
            [
                "TestSupport", "URLs", "News", "Markup", "Library", "Web", "Fetching", "Pictures", hummingbird, crypto,
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        tests(
            of: "Web",
            [
                "Failures", "TestSupport", "Packs", "Untrusted", "URLs", "News", "Markup", "Library", "Fetching",
                "Pictures",
                "Origins", "YAML", "OpenID", crypto,
                "SampleOrigins", hummingbird,
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
    ] + (isBench ? benches : []) + (isFuzz ? fuzz : [])
)

if isFuzz {
    package.dependencies.append(.package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"))
    for target in package.targets where target.type == .regular && target.swiftSettings != nil {
        target.swiftSettings = fuzzed
    }
}

if isBench, let web = package.targets.first(where: { $0.name == "Web" }) {
    web.swiftSettings?.append(.unsafeFlags(["-enable-testing"], .when(configuration: .release)))
}
