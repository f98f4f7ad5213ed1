/// Dependencies (MIT-78), as in `docs/licences.md`; a test compares both with the build.
enum Credits {
    struct Dependency: Sendable {
        /// As in `Package.resolved`, or the library's name.
        let name: String
        /// An SPDX expression.
        let licence: String
        let use: String
    }

    /// They need only attribution, or are met by linking to the system's library.
    static let acceptableLicences: Set<String> = [
        "Apache-2.0", "Apache-2.0 WITH Swift-exception", "MIT", "Zlib", "LGPL-2.1-or-later",
        "LGPL-3.0-or-later OR GPL-2.0-or-later", "MPL-1.1 OR GPL-2.0-or-later OR LGPL-2.1-or-later", "blessing",
    ]

    static let parts: [Dependency] = packages + libraries

    static let packages: [Dependency] = [
        Dependency(name: "async-http-client", licence: "Apache-2.0", use: "asks origins"),
        Dependency(name: "grdb.swift", licence: "MIT", use: "speaks to the database"),
        Dependency(name: "hummingbird", licence: "Apache-2.0", use: "serves pages"),
        Dependency(name: "swift-algorithms", licence: "Apache-2.0 WITH Swift-exception", use: "comes with others"),
        Dependency(name: "swift-argument-parser", licence: "Apache-2.0 WITH Swift-exception", use: "reads commands"),
        Dependency(name: "swift-asn1", licence: "Apache-2.0", use: "comes with others"),
        Dependency(
            name: "swift-async-algorithms", licence: "Apache-2.0 WITH Swift-exception", use: "comes with others"),
        Dependency(name: "swift-atomics", licence: "Apache-2.0 WITH Swift-exception", use: "comes with others"),
        Dependency(name: "swift-certificates", licence: "Apache-2.0", use: "comes with others"),
        Dependency(name: "swift-collections", licence: "Apache-2.0 WITH Swift-exception", use: "comes with others"),
        Dependency(name: "swift-configuration", licence: "Apache-2.0", use: "comes with others"),
        Dependency(name: "swift-crypto", licence: "Apache-2.0", use: "hashes, signatures and passwords"),
        Dependency(name: "swift-distributed-tracing", licence: "Apache-2.0", use: "comes with others"),
        Dependency(name: "swift-http-structured-headers", licence: "Apache-2.0", use: "comes with others"),
        Dependency(name: "swift-http-types", licence: "Apache-2.0 WITH Swift-exception", use: "names of HTTP"),
        Dependency(name: "swift-log", licence: "Apache-2.0", use: "writes the log"),
        Dependency(name: "swift-metrics", licence: "Apache-2.0", use: "comes with others"),
        Dependency(name: "swift-nio", licence: "Apache-2.0", use: "the network"),
        Dependency(name: "swift-nio-extras", licence: "Apache-2.0", use: "comes with others"),
        Dependency(name: "swift-nio-http2", licence: "Apache-2.0", use: "comes with others"),
        Dependency(name: "swift-nio-ssl", licence: "Apache-2.0", use: "TLS"),
        Dependency(name: "swift-nio-transport-services", licence: "Apache-2.0", use: "comes with others"),
        Dependency(name: "swift-numerics", licence: "Apache-2.0 WITH Swift-exception", use: "comes with others"),
        Dependency(name: "swift-service-context", licence: "Apache-2.0", use: "comes with others"),
        Dependency(name: "swift-service-lifecycle", licence: "Apache-2.0", use: "starts and stops the program's parts"),
        Dependency(name: "swift-system", licence: "Apache-2.0 WITH Swift-exception", use: "comes with others"),
        Dependency(name: "yams", licence: "MIT", use: "reads YAML"),
    ]

    static let libraries: [Dependency] = [
        Dependency(name: "gumbo", licence: "Apache-2.0", use: "reads HTML"),
        Dependency(
            name: "libidn2", licence: "LGPL-3.0-or-later OR GPL-2.0-or-later",
            use: "reads international host names; the system's own library"),
        Dependency(
            name: "libqrencode", licence: "LGPL-2.1-or-later", use: "encodes QR codes; the system's own library"),
        Dependency(
            name: "libvips", licence: "LGPL-2.1-or-later", use: "makes pictures smaller; the system's own library"),
        Dependency(name: "SQLite", licence: "blessing", use: "is the database; in the public domain"),
        Dependency(name: "Swift", licence: "Apache-2.0 WITH Swift-exception", use: "the language, with Foundation"),
        Dependency(
            name: "uchardet", licence: "MPL-1.1 OR GPL-2.0-or-later OR LGPL-2.1-or-later",
            use: "guesses encodings that nobody names; the system's own library"),
        Dependency(name: "zlib", licence: "Zlib", use: "packs and unpacks"),
    ]
}
