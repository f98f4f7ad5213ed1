/// What Tidings is made of beside its own code, and under which licences (MIT-78). `docs/licences.md` says the same; a
/// test holds both against what the build really takes in.
enum Credits {
    struct Part: Sendable {
        /// The package's name in `Package.resolved`, or the library's.
        let name: String
        /// An SPDX licence expression.
        let licence: String
        let use: String
    }

    /// Licences under which parts of others may be taken in: they ask for no more than to be named, or are met by
    /// linking to the system's own library.
    static let acceptable: Set<String> = [
        "Apache-2.0", "Apache-2.0 WITH Swift-exception", "MIT", "Zlib", "LGPL-2.1-or-later", "blessing",
    ]

    static let parts: [Part] = packages + libraries

    static let packages: [Part] = [
        Part(name: "async-http-client", licence: "Apache-2.0", use: "asks origins"),
        Part(name: "grdb.swift", licence: "MIT", use: "speaks to the database"),
        Part(name: "hummingbird", licence: "Apache-2.0", use: "serves pages"),
        Part(name: "swift-algorithms", licence: "Apache-2.0 WITH Swift-exception", use: "comes with others"),
        Part(name: "swift-argument-parser", licence: "Apache-2.0 WITH Swift-exception", use: "reads commands"),
        Part(name: "swift-asn1", licence: "Apache-2.0", use: "comes with others"),
        Part(name: "swift-async-algorithms", licence: "Apache-2.0 WITH Swift-exception", use: "comes with others"),
        Part(name: "swift-atomics", licence: "Apache-2.0 WITH Swift-exception", use: "comes with others"),
        Part(name: "swift-certificates", licence: "Apache-2.0", use: "comes with others"),
        Part(name: "swift-collections", licence: "Apache-2.0 WITH Swift-exception", use: "comes with others"),
        Part(name: "swift-configuration", licence: "Apache-2.0", use: "comes with others"),
        Part(name: "swift-crypto", licence: "Apache-2.0", use: "hashes, signatures and passwords"),
        Part(name: "swift-distributed-tracing", licence: "Apache-2.0", use: "comes with others"),
        Part(name: "swift-http-structured-headers", licence: "Apache-2.0", use: "comes with others"),
        Part(name: "swift-http-types", licence: "Apache-2.0 WITH Swift-exception", use: "names of HTTP"),
        Part(name: "swift-log", licence: "Apache-2.0", use: "writes the log"),
        Part(name: "swift-metrics", licence: "Apache-2.0", use: "comes with others"),
        Part(name: "swift-nio", licence: "Apache-2.0", use: "the network"),
        Part(name: "swift-nio-extras", licence: "Apache-2.0", use: "comes with others"),
        Part(name: "swift-nio-http2", licence: "Apache-2.0", use: "comes with others"),
        Part(name: "swift-nio-ssl", licence: "Apache-2.0", use: "TLS"),
        Part(name: "swift-nio-transport-services", licence: "Apache-2.0", use: "comes with others"),
        Part(name: "swift-numerics", licence: "Apache-2.0 WITH Swift-exception", use: "comes with others"),
        Part(name: "swift-service-context", licence: "Apache-2.0", use: "comes with others"),
        Part(name: "swift-service-lifecycle", licence: "Apache-2.0", use: "starts and stops the program's parts"),
        Part(name: "swift-system", licence: "Apache-2.0 WITH Swift-exception", use: "comes with others"),
        Part(name: "yams", licence: "MIT", use: "reads YAML"),
    ]

    static let libraries: [Part] = [
        Part(name: "gumbo", licence: "Apache-2.0", use: "reads HTML"),
        Part(name: "libvips", licence: "LGPL-2.1-or-later", use: "makes pictures smaller; the system's own library"),
        Part(name: "SQLite", licence: "blessing", use: "is the database; in the public domain"),
        Part(name: "Swift", licence: "Apache-2.0 WITH Swift-exception", use: "the language, with Foundation"),
        Part(name: "zlib", licence: "Zlib", use: "packs and unpacks"),
    ]
}
