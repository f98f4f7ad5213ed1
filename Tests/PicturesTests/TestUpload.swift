import CVipsShim
import Foundation
import Testing

@testable import Pictures

/// Uploads as cameras and programs write them, made of small pictures.
enum TestUpload {
    /// The seconds of a place as a camera writes them, 5.21 with a denominator of 100.
    static let seconds: [UInt8] = [0, 0, 0x02, 0x09, 0, 0, 0, 100]

    /// A picture of an iPhone: EXIF with orientation, camera, place and a thumbnail, XMP, IPTC, a comment and a second picture.
    static func iPhone(_ jpeg: [UInt8], orientation: UInt8 = 6) -> [UInt8] {
        let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 4, 1, 2, 0xFF, 0xD9]
        let segments = [
            segment(0xE1, Array("Exif\0\0".utf8) + tiff(orientation: orientation) + thumbnail),
            segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Secret author</x:xmpmeta>".utf8)),
            segment(0xE2, Array("MPF\0MM\0*\0\0\0\u{8}".utf8)),
            segment(0xED, Array("Photoshop 3.0\08BIM Secret".utf8)), segment(0xFE, Array("Secret comment".utf8)),
        ]
        return Array(jpeg[..<2]) + segments.joined() + jpeg[2...]
    }

    /// A picture of a Samsung: behind its end are a second picture and a list of what is there.
    static func samsung(_ jpeg: [UInt8]) -> [UInt8] {
        iPhone(jpeg, orientation: 1) + jpeg + Array("Image_UTC_Data1764460800000SEFH".utf8) + [0x6A, 0, 0, 0]
            + Array("SEFT".utf8)
    }

    static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + number(content.count + 2, 2) + content
    }

    /// A directory with the camera, the orientation, and the place with one of its numbers (EXIF 2.32 §4.6).
    private static func tiff(orientation: UInt8) -> [UInt8] {
        let camera = Array("Apple iPhone 15\0".utf8)
        // Behind the header stand 2 + 3 * 12 + 4 bytes, then the camera, then the directory of the place.
        let place = 50 + camera.count
        var bytes: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 3]
        bytes += entry(0x010F, type: 2, count: camera.count, number(50, 4))
        bytes += entry(0x0112, type: 3, count: 1, [0, orientation, 0, 0])
        bytes += entry(0x8825, type: 4, count: 1, number(place, 4))
        bytes += [0, 0, 0, 0] + camera + [0, 2] + entry(1, type: 2, count: 2, Array("N\0\0\0".utf8))
        bytes += entry(2, type: 5, count: 3, number(place + 30, 4)) + [0, 0, 0, 0]
        return bytes + number(53, 4) + number(1, 4) + number(48, 4) + number(1, 4) + seconds
    }

    private static func entry(_ tag: Int, type: Int, count: Int, _ value: [UInt8]) -> [UInt8] {
        number(tag, 2) + number(type, 2) + number(count, 4) + value
    }

    /// Big-endian.
    static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(value >> (8 * $0) & 0xFF) }
    }

    /// A JPEG of red as Photoshop writes it: inverted YCCK with Adobe's segment; 16 by 12.
    static let photoshopCMYK = decoded(
        """
        /9j/7gAOQWRvYmUAZAAAAAAC/9sAQwAIBgYHBgUIBwcHCQkICgwUDQwLCwwZEhMPFB0aHx4dGhwcICQuJyAiLCMcHCg3KSwwMTQ0\
        NB8nOT04MjwuMzQy/9sAQwEJCQkMCwwYDQ0YMiEcITIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIy\
        MjIyMjIy/8AAFAgADAAQBAEiAAIRAQMRAQQiAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAGB//EABQQAQAAAAAAAAAAAAAAAAAAAAD/\
        xAAVAQEBAAAAAAAAAAAAAAAAAAAGB//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAOBAEAAhEDEQQAAD8AswCZDW/gP//Z
        """)

    /// A JPEG of the red of sRGB in the numbers of Display P3, with that profile; 16 by 12.
    static let displayP3 = decoded(
        """
        /9j/4QC8RXhpZgAASUkqAAgAAAAGABIBAwABAAAAAQAAABoBBQABAAAAVgAAABsBBQABAAAAXgAAACgBAwABAAAAAgAAABMCAwAB\
        AAAAAQAAAGmHBAABAAAAZgAAAAAAAAA4YwAA6AMAADhjAADoAwAABgAAkAcABAAAADAyMTABkQcABAAAAAECAwAAoAcABAAAADAx\
        MDABoAMAAQAAAP//AAACoAQAAQAAABAAAAADoAQAAQAAAAwAAAAAAAAA/+IC8ElDQ19QUk9GSUxFAAEBAAAC4GxjbXMCEAAAbW50\
        clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1oYW5ke28Py+BF\
        QTY/T0Q1yxqGGQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJZGVzYwAAAPAAAABeY3BydAAAAQwAAAAMd3RwdAAAARgA\
        AAAUclhZWgAAASwAAAAUZ1hZWgAAAUAAAAAUYlhZWgAAAVQAAAAUclRSQwAAAWgAAAF4Z1RSQwAAAWgAAAF4YlRSQwAAAWgAAAF4\
        ZGVzYwAAAAAAAAAFc1AzQwAAAAAAAAAAAAAAAHRleHQAAAAAQ0MwAFhZWiAAAAAAAADzUQABAAAAARbMWFlaIAAAAAAAAIPfAAA9\
        vwAAAABYWVogAAAAAAAASr8AALE3AAAKtVhZWiAAAAAAAAAoOAAAEQoAAMh4Y3VydgAAAAAAAAC2AAAAHAA4AFQAcACMAKgAxADh\
        AQABIgFGAW0BlQHBAfACIAJVAosCxAMBAz8DggPGBA4EWQSnBPkFTAWkBf4GXAa+ByEHigf0CGMI1QlJCcMKPwq/C0ILyQxUDOEN\
        dA4JDqIPQA/gEIURLRHaEooTPhP2FLIVcRY2Fv0XyhiZGW4aRhsiHAMc5x3QHr0friCkIZ4inCOfJKUlsSbAJ9Uo7SoKKyssUS18\
        Lqov3jEWMlIzlDTZNiQ3czjGOiA7fDzfPkU/sEEhQpZEEEWPRxJIm0ooS7tNUU7uUI9SNVPgVZBXRVkAWr5chF5MYBth72PHZaZn\
        iWlxa19tUW9KcUZzSnVRd155cXuIfaZ/yIHwhB6GUIiJisWNCY9RkZ+T85ZLmKubDp14n+eiW6TWp1ap26xnrvexj7Qqtsy5dLwh\
        vtXBjcRMxxDJ2syrz3/SXNU92CTbEt4E4P7j/OcB6gztHPA081D2c/mb/Mr////bAEMAAwICAwICAwMDAwQDAwQFCAUFBAQFCgcH\
        BggMCgwMCwoLCw0OEhANDhEOCwsQFhARExQVFRUMDxcYFhQYEhQVFP/bAEMBAwQEBQQFCQUFCRQNCw0UFBQUFBQUFBQUFBQUFBQU\
        FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFP/AABEIAAwAEAMBEQACEQEDEQH/xAAVAAEBAAAAAAAAAAAAAAAAAAAA\
        B//EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAWAQEBAQAAAAAAAAAAAAAAAAAABwj/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMB\
        AAIRAxEAPwCfou3wAAA//9k=
        """)

    private static func decoded(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map(Array.init) ?? [] }

    // MARK: PNG

    /// A PNG of rows that are not compressed (PNG §5, §13; RFC 1950; RFC 1951 §3.2.4).
    /// - Parameter rows: the samples of each row, without filter bytes.
    static func png(
        _ width: Int, _ height: Int, bits: UInt8, colour: UInt8, interlaced: Bool = false, extra: [UInt8] = [],
        rows: [[UInt8]]
    ) -> [UInt8] {
        let header = number(width, 4) + number(height, 4) + [bits, colour, 0, 0, interlaced ? 1 : 0]
        let data = Array(rows.map { [0] + $0 }.joined())
        var stream: [UInt8] = [0x78, 1]
        var rest = data[...]
        while !rest.isEmpty {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = [UInt8(block.count & 0xFF), UInt8(block.count >> 8)]
            stream += [rest.isEmpty ? 1 : 0] + length + length.map { ~$0 } + block
        }
        var (low, high) = (1, 0)
        for byte in data {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        stream += number(high << 16 | low, 4)
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return start + chunk("IHDR", header) + extra + chunk("IDAT", stream) + chunk("IEND", [])
    }

    static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(type.utf8) + content
        let sum = ~named.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return number(content.count, 4) + named + number(Int(sum), 4)
    }

    private static func rows(_ pixel: [UInt8], _ width: Int, _ height: Int) -> [[UInt8]] {
        [[UInt8]](repeating: Array([[UInt8]](repeating: pixel, count: width).joined()), count: height)
    }

    /// Blue of 16 bits a colour, 600 by 20.
    static var png16: [UInt8] { png(600, 20, bits: 16, colour: 2, rows: rows([0, 0, 0, 0, 0xFF, 0xFF], 600, 20)) }

    /// Blue in a palette, of which a second colour, the last half of each row, shows through; 16 by 8.
    static var palettePNG: [UInt8] {
        let row = [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 1, count: 8)
        return png(
            16, 8, bits: 8, colour: 3, extra: chunk("PLTE", [0, 0, 255, 255, 0, 0]) + chunk("tRNS", [255, 0]),
            rows: [[UInt8]](repeating: row, count: 8))
    }

    /// Blue in Adam7's seven passes (PNG §8.2), 16 by 8, with texts, a time, a resolution and EXIF.
    static var interlacedPNG: [UInt8] {
        let passes = [(2, 1), (2, 1), (4, 1), (4, 2), (8, 2), (8, 4), (16, 4)]
        var extra = chunk("tEXt", Array("Author\0Secret".utf8)) + chunk("tIME", [7, 0xEA, 11, 30, 1, 2, 3])
        extra += chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0Secret".utf8)) + chunk("eXIf", tiff(orientation: 1))
        extra += chunk("pHYs", number(11_811, 4) + number(11_811, 4) + [1])
        return png(
            16, 8, bits: 8, colour: 2, interlaced: true, extra: extra,
            rows: passes.flatMap { rows([0, 0, 255], $0, $1) })
    }

    // MARK: Animations

    /// Two frames of one red pixel.
    static var animatedGIF: [UInt8] {
        let frame = Array(TestImage.gif[19..<(TestImage.gif.count - 1)])
        let control: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
        return Array(TestImage.gif[..<19]) + control + frame + control + frame + [0x3B]
    }

    /// Two frames (WebP Container Specification, "Animation").
    static func animatedWebP(_ first: [UInt8], _ second: [UInt8], _ width: Int, _ height: Int) -> [UInt8] {
        let size = little(width - 1, 3) + little(height - 1, 3)
        let frames = [first, second].map { riff("ANMF", little(0, 6) + size + little(100, 3) + [0] + image(of: $0)) }
        let content = riff("VP8X", [2, 0, 0, 0] + size) + riff("ANIM", little(0, 6)) + frames.joined()
        return riff("RIFF", Array("WEBP".utf8) + content)
    }

    /// The chunk of the pixels of a lossy file, which may have a chunk of metadata on either side.
    private static func image(of webp: [UInt8]) -> [UInt8] {
        var rest = webp.dropFirst(12)
        while !rest.isEmpty, !rest.starts(with: "VP8 ".utf8) { rest = rest.dropFirst(8 + chunkSize(rest)) }
        return Array(rest.prefix(8 + chunkSize(rest)))
    }

    private static func chunkSize(_ chunk: ArraySlice<UInt8>) -> Int {
        let size = chunk.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        return size + size % 2
    }

    private static func riff(_ type: String, _ content: [UInt8]) -> [UInt8] {
        Array(type.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
    }

    private static func little(_ value: Int, _ bytes: Int) -> [UInt8] { number(value, bytes).reversed() }
}
