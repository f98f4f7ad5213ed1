/// The symbol of a publication in its palette, as SVG.
struct PublicationIcon {
    let publication: Publication

    /// The icon, 192 pixels square.
    var svg: String { drawing(size: 192) }
    /// The podcast cover, 1400 pixels square.
    var cover: String { drawing(size: 1400) }

    /// The banner of 532 × 136 pixels: the symbol, and bars in place of a name.
    var banner: String {
        let palette = publication.palette
        let bars = [(150, 62, 210), (150, 92, 120), (376, 62, 110), (286, 92, 170)].map { bar in
            "<rect x=\"\(bar.0)\" y=\"\(bar.1 - 22)\" width=\"\(bar.2)\" height=\"18\" rx=\"3\"/>"
        }.joined()
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="532" height="136" viewBox="0 0 532 136">
            <rect width="532" height="136" fill="\(palette.paper)"/>
            <g transform="translate(20 20)"><rect width="96" height="96" rx="12" fill="\(palette.ink)"/>
            <g fill="none" stroke="\(palette.paper)" stroke-width="6" stroke-linecap="round" stroke-linejoin="round">
            \(Self.symbols[publication.slug] ?? "<circle cx=\"48\" cy=\"48\" r=\"24\"/>")
            </g></g><g fill="\(palette.ink)">\(bars)</g></svg>
            """
    }

    private func drawing(size: Int) -> String {
        let palette = publication.palette
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(size)" height="\(size)" viewBox="0 0 96 96">
            <rect width="96" height="96" fill="\(palette.ink)"/>
            <g fill="none" stroke="\(palette.paper)" stroke-width="6" stroke-linecap="round" stroke-linejoin="round">
            \(Self.symbols[publication.slug] ?? "<circle cx=\"48\" cy=\"48\" r=\"24\"/>")
            </g>
            \(Self.accents[publication.slug].map { "<g fill=\"\(palette.accent)\">\($0)</g>" } ?? "")
            </svg>
            """
    }

    private static let symbols = [
        "harbour-post": """
        <path d="M48 30V76M32 42h32M22 56c2 13 12 20 26 20s24-7 26-20"/><circle cx="48" cy="22" r="7"/>
        """,
        "saltmere-notices": "<path d=\"M26 66V46a22 22 0 0 1 44 0v20M18 68h60M48 24v-6\"/>",
        "press-box": "<path d=\"M20 72V34h56v38M20 52h56M48 34v38\"/>",
        "orrery": """
        <ellipse cx="48" cy="48" rx="36" ry="14" transform="rotate(-28 48 48)"/><circle cx="48" cy="48" r="10"/>
        """,
        "loom": "<path d=\"M28 18v60M48 18v60M68 18v60M18 36h20M58 36h20M38 58h20\"/>",
        "field-and-hedgerow": "<path d=\"M48 80V40M48 58c-20 0-24-12-24-22 16 0 24 8 24 22z\"/>",
        "tidewater-review": "<path d=\"M48 30c-8-8-20-8-30-6v46c10-2 22-2 30 6 8-8 20-8 30-6V24c-10-2-22-2-30 6z\"/>",
        "night-ferry": "<path d=\"M16 60h64l-10 16H26zM32 60V44h30v16\"/>",
        "long-table": "<path d=\"M14 44h68M24 44v34M72 44v34\"/>",
        "branch-line": "<path d=\"M34 14 22 82M62 14l12 68M30 34h36M26 54h44\"/>",
        "al-marsa": "<path d=\"M38 80l5-46h10l5 46zM30 80h36M40 34v-8h16v8\"/>",
        "chaoxi":
            "<path d=\"M14 46c11 0 11-10 22-10s11 10 22 10 11-10 22-10M14 66c11 0 11-10 22-10s11 10 22 10 11-10 22-10\"/>",
    ]

    private static let accents = [
        "saltmere-notices": "<circle cx=\"48\" cy=\"76\" r=\"7\"/>",
        "press-box": "<circle cx=\"62\" cy=\"22\" r=\"6\"/><circle cx=\"34\" cy=\"22\" r=\"6\"/>",
        "orrery": "<circle cx=\"79\" cy=\"31\" r=\"7\"/>",
        "field-and-hedgerow": "<circle cx=\"66\" cy=\"28\" r=\"11\"/>",
        "tidewater-review": "<path d=\"M58 24h10v30l-5-6-5 6z\"/>",
        "night-ferry": "<circle cx=\"68\" cy=\"26\" r=\"9\"/>",
        "long-table": "<circle cx=\"36\" cy=\"30\" r=\"8\"/><circle cx=\"58\" cy=\"30\" r=\"8\"/>",
        "branch-line": "<circle cx=\"48\" cy=\"70\" r=\"6\"/>",
        "al-marsa": "<path d=\"M58 27l24-10v20zM38 27L14 17v20z\"/>",
        "chaoxi": "<circle cx=\"70\" cy=\"22\" r=\"8\"/>",
    ]
}

/// An encoder of ICO files with one PNG.
enum ICOEncoder {
    static func encode(png: [UInt8]) -> [UInt8] {
        // The fields are: reserved, type, one image; width, height (0 is 256), no palette, one plane, 32 bits, length,
        // offset.
        [0, 0, 1, 0, 1, 0, 192, 192, 0, 0, 1, 0, 32, 0] + littleEndian(png.count) + littleEndian(22) + png
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
