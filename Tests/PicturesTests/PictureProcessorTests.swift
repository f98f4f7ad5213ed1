import CVipsShim
import TestSupport
import Testing

@testable import Pictures

@Suite(.timeLimit(.minutes(1))) struct ImageProcessorTests {
    private let processor = PictureProcessor()

    private func failure(_ bytes: [UInt8], _ processor: PictureProcessor = PictureProcessor()) async -> PictureError? {
        do throws(PictureError) {
            _ = try await processor.resized(bytes, width: 324, crop: .original)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        .mission("NEXUS-14"),
        arguments: [
            (640, PictureCrop.original, 640, 427), (324, .threeTwo, 324, 216), (144, .square, 144, 144),
            (1600, .original, 900, 600),
            (1600, .threeTwo, 900, 600), (1600, .square, 600, 600),
        ])
    func `a picture is made smaller and never larger`(width: Int, crop: PictureCrop, w: Int, h: Int) async throws {
        for bytes in [try TestImage.jpeg(900, 600), try TestImage.png(900, 600), try TestImage.webp(900, 600)] {
            let seen = try MeasuredImage(await processor.resized(bytes, width: width, crop: crop))
            #expect(seen.width == w && seen.height == h)
            #expect(seen.kind == TIDINGS_VIPS_JPEG)
        }
    }

    @Test func `a tall picture keeps its height when it keeps its shape`() async throws {
        let seen = try MeasuredImage(await processor.resized(TestImage.jpeg(300, 3000), width: 144, crop: .original))
        #expect(seen.width == 144 && seen.height == 1440)
        let cut = try MeasuredImage(await processor.resized(TestImage.jpeg(300, 3000), width: 144, crop: .threeTwo))
        #expect(cut.width == 144 && cut.height == 96)
    }

    @Test func `what shows through stays so`() async throws {
        let seen = try MeasuredImage(
            await processor.resized(TestImage.png(300, 300, background: false), width: 144, crop: .original))
        #expect(seen.kind == TIDINGS_VIPS_PNG)
    }

    @Test func `WebP is as large as wanted, smaller than JPEG, and keeps what shows through`() async throws {
        let photograph = try TestImage.jpeg(900, 600, grain: 4)
        let webp = try await processor.resized(photograph, width: 640, crop: .threeTwo, as: .webp)
        let seen = try MeasuredImage(webp)
        #expect(seen.kind == TIDINGS_VIPS_WEBP && seen.width == 640 && seen.height == 427)
        let jpeg = try await processor.resized(photograph, width: 640, crop: .threeTwo)
        #expect(webp.count < jpeg.count * 9 / 10, "\(webp.count) and \(jpeg.count) bytes")
        let clear = try await processor.resized(
            TestImage.png(300, 300, background: false), width: 144, crop: .original, as: .webp)
        // Two thirds show through, and count as white.
        let color = try MeasuredImage(clear).colour
        #expect(PictureFormat(clear) == .webp && color[0] > 240 && color[1] > 150 && color[2] > 150, "\(color)")
    }

    @Test func `what WebP cannot hold is a JPEG`() async throws {
        let tall = try await processor.resized(TestImage.png(72, 17_000), width: 72, crop: .original, as: .webp)
        let seen = try MeasuredImage(tall)
        #expect(seen.kind == TIDINGS_VIPS_JPEG && seen.height == 17_000)
    }

    @Test func `the first frame of a GIF is a picture`() async throws {
        let seen = try MeasuredImage(await processor.resized(TestImage.gif, width: 72, crop: .square))
        #expect(seen.width == 1 && seen.height == 1)
        #expect(seen.colour[0] > 240 && seen.colour[1] < 15)
    }

    @Test func `a picture lies as its tag says and the tag is gone`() async throws {
        let bytes = TestImage.rotated(try TestImage.jpeg(600, 300), orientation: 6)
        let facts = try await processor.details(bytes)
        #expect(facts.width == 300 && facts.height == 600)
        let made = try await processor.resized(bytes, width: 144, crop: .original)
        let seen = try MeasuredImage(made)
        #expect(seen.width == 144 && seen.height == 288)
        #expect(made.indices.allSatisfy { !made[$0...].starts(with: Array("Exif".utf8)) })
    }

    @Test func `a made JPEG is progressive`() async throws {
        let made = try await processor.resized(TestImage.jpeg(600, 300), width: 144, crop: .original)
        #expect(made.indices.contains { made[$0...].starts(with: [0xFF, 0xC2]) })
    }

    @Test func `facts are the size and the mean colour`() async throws {
        let facts = try await processor.details(TestImage.png(900, 600))
        #expect(facts.width == 900 && facts.height == 600)
        let red = try #require(Int(facts.meanColor.dropFirst().prefix(2), radix: 16))
        let blue = try #require(Int(facts.meanColor.suffix(2), radix: 16))
        #expect(abs(red - 85) < 6 && abs(blue - 170) < 6, "\(facts.meanColor)")
        #expect(facts.meanColor.hasPrefix("#") && facts.meanColor.count == 7)
    }

    @Test(
        arguments: [
            [], Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8), Array("%PDF-1.7".utf8),
            Array("<html><body>404</body></html>".utf8), [0xFF, 0xD8, 0xFF], Array("GIF89a".utf8),
            Array("RIFF    WEBPVP8 ".utf8), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0, 0, 1, 0],
            [0, 0, 1, 0, 9, 0],
        ] as [[UInt8]])
    func `what is no picture is refused`(bytes: [UInt8]) async {
        guard case .notAnImage = await failure(bytes) else {
            Issue.record("\(bytes.prefix(8)) was taken")
            return
        }
    }

    @Test func `a picture broken off is refused or shown, and the darkroom lives`() async throws {
        let whole = try TestImage.png(900, 600)
        for share in 1..<10 { _ = await failure(Array(whole.prefix(whole.count * share / 10))) }
        #expect(await failure(whole) == nil)
    }

    @Test func `too many pixels are refused by the header`() async throws {
        // 20,000 by 20,000.
        let bytes = Self.relabelled(try TestImage.png(20, 20), [0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20])
        #expect(await failure(bytes) == .tooManyPixels(400_000_000))
    }

    /// 49 megapixels of 16 bits a colour, interlaced, once took 801 MB.
    @Test func `fewer pixels that take too much memory are refused by the header`() async throws {
        let bytes = Self.relabelled(
            try TestImage.png(20, 20), [0, 0, 0x1B, 0x58, 0, 0, 0x1B, 0x58, 16, 2, 0, 0, 1])
        #expect(await failure(bytes) == .tooManyBytes(294_000_000))
    }

    /// Found by fuzzing: small screens and frames far outside of them, which once took 400 and 526 MB.
    @Test(
        arguments: [
            [
                17, 0, 1, 0, 0x80, 0, 0x40, 0xFF, 0, 0, 0, 0, 0, 0x2C, 0, 0, 0x26, 0, 0x01, 0x24, 0xF7, 0x14, 0, 0, 0,
                0x0B,
            ]
                + [0x44, 1, 0, 0x3B],
            [1, 0, 0, 0, 0, 0, 0, 0x2C, 0x4D, 0xF9, 0x61, 1, 0, 0, 0, 0, 0, 0, 0x2C, 0x4D, 0xF9, 0, 0, 0]
                + [
                    0, 0, 0, 0x3D, 0x65, 0, 0, 0, 0, 0, 0, 0x3D, 0x65, 0x6D, 0x46, 0x72, 0x65, 0x65, 2, 0x44, 1, 0,
                    0x3B,
                ],
        ] as [[UInt8]])
    func `a GIF is measured by its frames, not by its screen`(frames: [UInt8]) async throws {
        let failure = await failure(Array("GIF89a".utf8) + frames)
        guard case .tooManyBytes = failure else {
            Issue.record("it was opened: \(String(describing: failure))")
            return
        }
    }

    /// A PNG with another beginning of its header, from the width on, and the checksum that belongs to it.
    private static func relabelled(_ png: [UInt8], _ header: [UInt8]) -> [UInt8] {
        var bytes = png
        bytes.replaceSubrange(16..<16 + header.count, with: header)
        let sum = crc(bytes[12..<29])
        bytes.replaceSubrange(
            29..<33, with: [UInt8(sum >> 24), UInt8(sum >> 16 & 255), UInt8(sum >> 8 & 255), UInt8(sum & 255)])
        return bytes
    }

    private static func crc(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }

    @Test func `a JPEG that draws itself over and over is refused`() async throws {
        let jpeg = try TestImage.jpeg(60, 60)
        let scans = Array([[UInt8]](repeating: [0xFF, 0xDA], count: 200).joined())
        guard case .notAnImage = await failure(jpeg + scans) else {
            Issue.record("it was taken")
            return
        }
    }

    @Test func `a picture that takes too long is given up`() async throws {
        #expect(await failure(try TestImage.jpeg(900, 600), PictureProcessor(timeLimit: 0)) == .timedOut)
    }

    @Test func `an icon holds a PNG`() async throws {
        let icon = TestImage.icon([
            (16, try TestImage.png(16, 16), 32), (128, try TestImage.png(128, 128), 32),
            (96, try TestImage.png(96, 96), 32),
        ])
        let seen = try MeasuredImage(await processor.resized(icon, width: 72, crop: .square))
        #expect(seen.width == 72 && seen.height == 72)
        let facts = try await processor.details(icon)
        #expect(facts.width == 128)
    }

    @Test(
        arguments: [
            // Blue, green, red, alpha: all red.
            TestImage.bitmap(
                bits: 32, rows: Array([[UInt8]](repeating: [0, 0, 255, 255], count: 4).joined()),
                mask: [0, 0, 0, 0, 0, 0, 0, 0]),
            // Alpha never written: the mask, which hides nothing, counts.
            TestImage.bitmap(
                bits: 32, rows: Array([[UInt8]](repeating: [0, 0, 255, 0], count: 4).joined()),
                mask: [0, 0, 0, 0, 0, 0, 0, 0]),
            TestImage.bitmap(
                bits: 24, rows: [0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0],
                mask: [0, 0, 0, 0, 0, 0, 0, 0]),
            TestImage.bitmap(
                bits: 8, palette: [9, 9, 9, 0, 0, 0, 255, 0], rows: [1, 1, 0, 0, 1, 1, 0, 0],
                mask: [0, 0, 0, 0, 0, 0, 0, 0]),
            TestImage.bitmap(
                bits: 4, palette: [9, 9, 9, 0, 0, 0, 255, 0], rows: [0x11, 0, 0, 0, 0x11, 0, 0, 0],
                mask: [0, 0, 0, 0, 0, 0, 0, 0]),
        ])
    func `an icon holds a bitmap`(bitmap: [UInt8]) async throws {
        let seen = try MeasuredImage(await processor.resized(TestImage.icon(2, bitmap), width: 72, crop: .square))
        #expect(seen.width == 2 && seen.height == 2)
        #expect(seen.colour[0] > 240 && seen.colour[1] < 15 && seen.colour[2] < 15, "\(seen.colour)")
    }

    @Test func `the mask of a bitmap shows through`() async throws {
        let bitmap = TestImage.bitmap(
            bits: 24, rows: [0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0], mask: [0xC0, 0, 0, 0, 0, 0, 0, 0])
        let seen = try MeasuredImage(await processor.resized(TestImage.icon(2, bitmap), width: 72, crop: .square))
        #expect(seen.kind == TIDINGS_VIPS_PNG)
    }

    @Test func `an icon of another kind is refused`() async throws {
        let bitmap = TestImage.bitmap(bits: 16, rows: [0, 0, 0, 0, 0, 0, 0, 0], mask: [0, 0, 0, 0, 0, 0, 0, 0])
        guard case .notAnImage = await failure(TestImage.icon(2, bitmap)) else {
            Issue.record("it was taken")
            return
        }
    }
}
