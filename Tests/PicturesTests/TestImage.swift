import CVipsShim
import Testing

/// Pictures for tests, drawn by the shim.
enum TestImage {
    /// A blue sheet with a red left third.
    static func svg(width: Int, height: Int, background: Bool = true) -> String {
        let sheet = background ? "<rect width='\(width)' height='\(height)' fill='#0000ff'/>" : ""
        return """
            <svg xmlns='http://www.w3.org/2000/svg' width='\(width)' height='\(height)'>\(sheet)\
            <rect width='\(width / 3)' height='\(height)' fill='#ff0000'/></svg>
            """
    }

    private typealias Out = UnsafeMutablePointer<UInt8>?

    private static func encoded(_ draw: (inout Out, inout Int) -> Int32) throws -> [UInt8] {
        var out: UnsafeMutablePointer<UInt8>?
        var length = 0
        let status = draw(&out, &length)
        #expect(status == 0)
        let bytes = try #require(out)
        defer { tidings_vips_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: length))
    }

    static func jpeg(_ width: Int, _ height: Int, grain: Double = 0) throws -> [UInt8] {
        let text = svg(width: width, height: height)
        return try encoded { tidings_vips_svg_to_jpeg(text, text.utf8.count, grain, 90, &$0, &$1) }
    }

    static func png(_ width: Int, _ height: Int, background: Bool = true) throws -> [UInt8] {
        let text = svg(width: width, height: height, background: background)
        return try encoded { tidings_vips_svg_to_png(text, text.utf8.count, &$0, &$1) }
    }

    static func webp(_ width: Int, _ height: Int) throws -> [UInt8] {
        let text = svg(width: width, height: height)
        return try encoded { tidings_vips_svg_to_webp(text, text.utf8.count, 90, &$0, &$1) }
    }

    /// One red pixel.
    static let gif: [UInt8] =
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0]
        + [2, 2, 0x44, 1, 0, 0x3B]

    /// A JPEG with an orientation tag in front of everything else.
    static func rotated(_ jpeg: [UInt8], orientation: UInt8) -> [UInt8] {
        let tiff: [UInt8] =
            Array("Exif".utf8) + [0, 0] + Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        return Array(jpeg[..<2]) + [0xFF, 0xE1, 0, UInt8(tiff.count + 2)] + tiff + jpeg[2...]
    }

    /// An icon of one picture.
    static func icon(_ width: UInt8, _ content: [UInt8], bits: UInt8 = 32) -> [UInt8] {
        icon([(width, content, bits)])
    }

    static func icon(_ pictures: [(width: UInt8, content: [UInt8], bits: UInt8)]) -> [UInt8] {
        var list: [UInt8] = [0, 0, 1, 0, UInt8(pictures.count), 0]
        var start = 6 + 16 * pictures.count
        for picture in pictures {
            list += [picture.width, picture.width, 0, 0, 1, 0, picture.bits, 0]
            list += number(picture.content.count) + number(start)
            start += picture.content.count
        }
        return list + pictures.flatMap(\.content)
    }

    /// A bitmap as icons hold it: two by two, colours from the bottom, then the mask.
    static func bitmap(bits: UInt8, palette: [UInt8] = [], rows: [UInt8], mask: [UInt8]) -> [UInt8] {
        number(40) + number(2) + number(4) + [1, 0, bits, 0] + number(0) + number(0) + number(0) + number(0)
            + number(palette.count / 4) + number(0) + palette + rows + mask
    }

    private static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xff) } }
}

/// What a picture looks like, read back through PNG-free means: its size and the colour in the middle of a box.
struct MeasuredImage {
    let kind: tidings_vips_kind
    let width: Int
    let height: Int
    let colour: [UInt8]

    init(_ bytes: [UInt8]) throws {
        kind =
            bytes.starts(with: [0x89, 0x50])
            ? TIDINGS_VIPS_PNG : bytes.starts(with: Array("RIFF".utf8)) ? TIDINGS_VIPS_WEBP : TIDINGS_VIPS_JPEG
        var width: Int32 = 0
        var height: Int32 = 0
        var colour = [UInt8](repeating: 0, count: 3)
        let kind = kind
        try #require(
            bytes.withUnsafeBytes { tidings_vips_measure($0.baseAddress, $0.count, kind, &width, &height, nil) } == 0)
        try #require(
            bytes.withUnsafeBytes { tidings_vips_mean_colour($0.baseAddress, $0.count, kind, 10, &colour) } == 0)
        self.width = Int(width)
        self.height = Int(height)
        self.colour = colour
    }
}
