internal import Foundation

/// A mark of a publication: its icon, its banner or its podcast's cover.
enum PublicationMark {
    /// The paths of marks on a publication's site.
    static let paths = ["/icon.png", "/favicon.ico", "/banner.png", "/cover.png"]

    /// Returns the mark at a path; nil if the publication has none. A publication without an icon has a plain one.
    static func resource(_ path: String, of slug: String, modifiedAt: Date) -> SampleResource? {
        let isFavicon = path == "/favicon.ico"
        let name = isFavicon ? "icon" : String(path.dropFirst().dropLast(4))
        var png = EmbeddedContent.bytes(of: "\(name)-\(slug)")
        if png.isEmpty, name == "icon" { png = EmbeddedContent.bytes(of: "icon-plain") }
        guard !png.isEmpty else { return nil }
        return SampleResource(
            isFavicon ? ICOEncoder.encode(png: png) : png, contentType: isFavicon ? "image/x-icon" : "image/png",
            cacheControl: "public, max-age=86400", modifiedAt: modifiedAt)
    }
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
