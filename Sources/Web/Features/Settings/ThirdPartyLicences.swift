/// The dependencies (MIT-78), as in `docs/licences.md`; a test compares both with the build.
enum ThirdPartyLicences {
    struct Dependency: Sendable {
        /// The name in `Package.resolved`, or the library's name.
        let name: String
        /// The licence as an SPDX expression.
        let licence: String
    }

    /// The licences that require only attribution, or that are met by linking to the system's library.
    static let acceptableLicences: Set<String> = [
        "Apache-2.0", "Apache-2.0 WITH Swift-exception", "MIT", "BSD-2-Clause", "BSD-2-Clause AND MIT", "BSD-3-Clause",
        "Zlib",
        "LGPL-2.1-or-later",
        "LGPL-3.0-or-later OR GPL-2.0-or-later", "MPL-1.1 OR GPL-2.0-or-later OR LGPL-2.1-or-later", "blessing",
        "CC-BY-4.0", "curl",
    ]

    static let parts: [Dependency] = packages + libraries

    static let packages: [Dependency] = [
        Dependency(name: "async-http-client", licence: "Apache-2.0"),
        Dependency(name: "grdb.swift", licence: "MIT"),
        Dependency(name: "hummingbird", licence: "Apache-2.0"),
        Dependency(name: "swift-algorithms", licence: "Apache-2.0 WITH Swift-exception"),
        Dependency(name: "swift-argument-parser", licence: "Apache-2.0 WITH Swift-exception"),
        Dependency(name: "swift-asn1", licence: "Apache-2.0"),
        Dependency(name: "swift-async-algorithms", licence: "Apache-2.0 WITH Swift-exception"),
        Dependency(name: "swift-atomics", licence: "Apache-2.0 WITH Swift-exception"),
        Dependency(name: "swift-certificates", licence: "Apache-2.0"),
        Dependency(name: "swift-collections", licence: "Apache-2.0 WITH Swift-exception"),
        Dependency(name: "swift-configuration", licence: "Apache-2.0"),
        Dependency(name: "swift-crypto", licence: "Apache-2.0"),
        Dependency(name: "swift-distributed-tracing", licence: "Apache-2.0"),
        Dependency(name: "swift-http-structured-headers", licence: "Apache-2.0"),
        Dependency(name: "swift-http-types", licence: "Apache-2.0 WITH Swift-exception"),
        Dependency(name: "swift-log", licence: "Apache-2.0"),
        Dependency(name: "swift-metrics", licence: "Apache-2.0"),
        Dependency(name: "swift-nio", licence: "Apache-2.0"),
        Dependency(name: "swift-nio-extras", licence: "Apache-2.0"),
        Dependency(name: "swift-nio-http2", licence: "Apache-2.0"),
        Dependency(name: "swift-nio-ssl", licence: "Apache-2.0"),
        Dependency(name: "swift-nio-transport-services", licence: "Apache-2.0"),
        Dependency(name: "swift-numerics", licence: "Apache-2.0 WITH Swift-exception"),
        Dependency(name: "swift-service-context", licence: "Apache-2.0"),
        Dependency(name: "swift-service-lifecycle", licence: "Apache-2.0"),
        Dependency(name: "swift-system", licence: "Apache-2.0 WITH Swift-exception"),
        Dependency(name: "yams", licence: "MIT"),
    ]

    static let libraries: [Dependency] = [
        // GeoNames has the towns of the gazetteer.
        Dependency(name: "GeoNames", licence: "CC-BY-4.0"),
        Dependency(name: "cmark", licence: "BSD-2-Clause AND MIT"),
        // The file with ProseMirror and Tiptap.
        Dependency(name: "django-prose-editor", licence: "BSD-3-Clause"),
        Dependency(name: "gumbo", licence: "Apache-2.0"),
        // KaTeX renders TeX in stories.
        Dependency(name: "KaTeX", licence: "MIT"),
        // Leaflet draws the maps of packs.
        Dependency(name: "Leaflet", licence: "BSD-2-Clause"),
        Dependency(name: "libcurl", licence: "curl"),
        Dependency(name: "libidn2", licence: "LGPL-3.0-or-later OR GPL-2.0-or-later"),
        Dependency(name: "libqrencode", licence: "LGPL-2.1-or-later"),
        Dependency(name: "libvips", licence: "LGPL-2.1-or-later"),
        // ProseMirror and Tiptap make the text field of guides.
        Dependency(name: "ProseMirror", licence: "MIT"),
        Dependency(name: "SQLite", licence: "blessing"),
        Dependency(name: "Swift", licence: "Apache-2.0 WITH Swift-exception"),
        Dependency(name: "Tiptap", licence: "MIT"),
        Dependency(name: "uchardet", licence: "MPL-1.1 OR GPL-2.0-or-later OR LGPL-2.1-or-later"),
        Dependency(name: "zlib", licence: "Zlib"),
    ]
}
