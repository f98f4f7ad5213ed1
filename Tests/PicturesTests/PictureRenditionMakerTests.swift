import CVipsShim
import Testing

@testable import Pictures

@Suite(.timeLimit(.minutes(1))) struct PictureRenditionMakerTests {
    private let maker = PictureRenditionMaker()

    private func refusal(_ bytes: [UInt8], _ maker: PictureRenditionMaker? = nil) async -> PictureUploadError? {
        do throws(PictureUploadError) {
            _ = try await (maker ?? self.maker).makeRenditions(of: bytes)
            return nil
        } catch {
            return error
        }
    }

    private func sizes(_ picture: UploadedPicture) -> [String] {
        picture.renditions.map { "\($0.kind) \($0.width)x\($0.height)" }
    }

    // MARK: Sizes

    @Test(
        arguments: [
            (3000, 2000, ["phone 480x320", "phone-2x 960x640", "tablet 1024x683", "tablet-2x 2048x1365"]),
            (1500, 1000, ["phone 480x320", "phone-2x 960x640", "tablet 1024x683", "tablet-2x 1500x1000"]),
            (1000, 500, ["phone 480x240", "phone-2x 960x480"]), (700, 700, ["phone 480x480", "phone-2x 700x700"]),
            (500, 250, ["phone 480x240"]), (300, 600, ["phone 300x600"]),
        ])
    func `a picture has the sizes up to its own and a square thumbnail`(
        width: Int, height: Int, expected: [String]
    ) async throws {
        for bytes in [
            try TestImage.jpeg(width, height), try TestImage.png(width, height), try TestImage.webp(width, height),
        ] {
            let made = try await maker.makeRenditions(of: bytes)
            #expect(sizes(made) == expected + ["thumbnail 185x185"])
            #expect(made.width == width && made.height == height && !made.isAnimated && made.note == nil)
            for rendition in made.renditions {
                let seen = try MeasuredImage(rendition.bytes)
                #expect(seen.kind == TIDINGS_VIPS_JPEG && !rendition.isPNG)
                #expect(seen.width == rendition.width && seen.height == rendition.height)
            }
        }
    }

    @Test(arguments: [
        (1, 1, ["phone 1x1", "thumbnail 1x1"]), (100, 50, ["phone 100x50", "thumbnail 50x50"]),
        (10, 5000, ["phone 10x5000", "thumbnail 10x10"]),
        (20_000, 10, ["phone 480x1", "phone-2x 960x1", "tablet 1024x1", "tablet-2x 2048x1", "thumbnail 10x10"]),
    ])
    func `odd pictures have sizes too`(width: Int, height: Int, expected: [String]) async throws {
        #expect(sizes(try await maker.makeRenditions(of: TestImage.jpeg(width, height))) == expected)
    }

    @Test func `equal uploads make equal bytes`() async throws {
        let bytes = try TestImage.jpeg(1200, 800, grain: 4)
        #expect(try await maker.makeRenditions(of: bytes) == maker.makeRenditions(of: bytes))
    }

    // MARK: Kinds

    @Test func `a JPEG is baseline, and what shows through is a PNG`() async throws {
        let progressive = try await PictureProcessor().resized(TestImage.jpeg(900, 600), width: 828, crop: .original)
        let photograph = try await maker.makeRenditions(of: progressive)
        #expect(photograph.renditions.allSatisfy { JPEGSegments($0.bytes)?.markers.contains(0xC0) == true })
        let clear = try TestImage.png(600, 300, background: false)
        let lossless = try await PictureProcessor().resized(clear, width: 828, crop: .original, as: .webp)
        #expect(PictureFormat(lossless) == .webp)
        for bytes in [clear, lossless, TestUpload.palettePNG] {
            let phone = try #require(try await maker.makeRenditions(of: bytes).renditions.first)
            #expect(phone.isPNG && PictureFormat(phone.bytes) == .png)
        }
    }

    @Test func `every variant of PNG has its colours`() async throws {
        for bytes in [TestUpload.png16, TestUpload.interlacedPNG] {
            let made = try await maker.makeRenditions(of: bytes)
            for rendition in made.renditions {
                let colour = try MeasuredImage(rendition.bytes).colour
                #expect(colour[0] < 12 && colour[1] < 12 && colour[2] > 240, "\(colour)")
            }
        }
    }

    @Test func `CMYK and other profiles become sRGB`() async throws {
        let print = try await maker.makeRenditions(of: TestUpload.photoshopCMYK)
        let colour = try MeasuredImage(try #require(print.renditions.first).bytes).colour
        #expect(colour[0] > 215 && colour[1] < 60 && colour[2] < 70, "\(colour)")
        let wide = try await maker.makeRenditions(of: TestUpload.displayP3)
        let red = try MeasuredImage(try #require(wide.renditions.first).bytes).colour
        #expect(red[0] > 250 && red[1] < 8 && red[2] < 8, "\(red)")
    }

    @Test func `an animation gives its first frame and says so`() async throws {
        let webp = TestUpload.animatedWebP(try TestImage.webp(90, 60), try TestImage.webp(90, 60), 90, 60)
        for bytes in [TestUpload.animatedGIF, webp] {
            let made = try await maker.makeRenditions(of: bytes)
            #expect(made.isAnimated)
            #expect(made.note == "The picture was animated; only its first frame is shown.")
        }
        var old = TestImage.gif
        old.replaceSubrange(0..<6, with: Array("GIF87a".utf8))
        #expect(try await maker.makeRenditions(of: old).isAnimated == false)
    }

    // MARK: Metadata

    @Test func `an iPhone's picture stands upright, and nothing of what it tells is left`() async throws {
        let original = TestUpload.iPhone(try TestImage.jpeg(1200, 800))
        #expect(original.contains(TestUpload.seconds))
        let made = try await maker.makeRenditions(of: original)
        #expect(made.width == 800 && made.height == 1200)
        #expect(sizes(made) == ["phone 480x720", "phone-2x 800x1200", "thumbnail 185x185"])
        for rendition in made.renditions {
            let segments = try #require(JPEGSegments(rendition.bytes))
            // Tables, the frame and the scan; a JFIF segment is allowed, though libvips writes none.
            #expect(segments.markers.isSubset(of: [0xE0, 0xDB, 0xC0, 0xC4, 0xDA]), "\(segments.markers)")
            #expect(segments.isLastByteTheEnd)
            for secret in [TestUpload.seconds, Array("Exif".utf8), Array("Secret".utf8), Array("Apple".utf8)] {
                #expect(!rendition.bytes.contains(secret))
            }
        }
        // The red third was left, and is on top after a turn to the right.
        let top = try MeasuredImage(try #require(made.renditions.first).bytes)
        #expect(top.width == 480 && top.colour[0] > 60)
    }

    @Test func `what a Samsung writes behind the end is gone`() async throws {
        let jpeg = try TestImage.jpeg(600, 400)
        let made = try await maker.makeRenditions(of: TestUpload.samsung(jpeg))
        #expect(made.width == 600 && made.renditions.allSatisfy { !$0.bytes.contains(Array("SEFT".utf8)) })
        #expect(try await made.renditions == maker.makeRenditions(of: jpeg).renditions)
    }

    @Test func `a PNG keeps no chunk but its pixels`() async throws {
        let clear = TestUpload.palettePNG
        let resolution = TestUpload.number(11_811, 4) + TestUpload.number(11_811, 4) + [1]
        let extra = TestUpload.chunk("pHYs", resolution) + TestUpload.chunk("tEXt", Array("Author\0Secret".utf8))
        let secret = Array(clear[..<33]) + extra + clear[33...]
        let made = try await maker.makeRenditions(of: secret).renditions.filter(\.isPNG)
        #expect(!made.isEmpty)
        for rendition in made {
            let chunks = PNGChunks(rendition.bytes).types
            #expect(chunks.isSubset(of: ["IHDR", "IDAT", "IEND", "pHYs"]), "\(chunks)")
        }
        let plain = try await maker.makeRenditions(of: TestUpload.interlacedPNG)
        #expect(plain.renditions.allSatisfy { !$0.bytes.contains(Array("Secret".utf8)) })
        // The resolution of the original is not repeated either.
        let other = try await maker.makeRenditions(of: clear).renditions
        #expect(try await maker.makeRenditions(of: secret).renditions == other)
    }

    // MARK: Refusals

    @Test(
        arguments: [
            ([], "The file is empty; choose it again, or choose another."),
            (Array("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic".utf8), "HEIC pictures cannot be read; export it as JPEG."),
            (Array("\0\0\0\u{18}ftypmif1\0\0\0\0mif1avif".utf8), "AVIF pictures cannot be read; export it as JPEG."),
            (
                Array("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ".utf8),
                "Videos cannot be read; export one picture of it as JPEG."
            ),
            (
                Array("\0\0\0\u{18}ftypmp42\0\0\0\0mp42isom".utf8),
                "Videos cannot be read; export one picture of it as JPEG."
            ),
            (
                Array("\u{FEFF}<?xml version='1.0'?><!-- x -->\n<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
                "SVG drawings cannot be read; export it as PNG."
            ),
            (Array("%PDF-1.7".utf8), "PDF documents cannot be read; export the page as JPEG or PNG."),
            (Array("II*\0\u{8}\0\0\0".utf8), "TIFF pictures cannot be read; export it as JPEG."),
            (Array("MM\0*\0\0\0\u{8}".utf8), "TIFF pictures cannot be read; export it as JPEG."),
            (Array("BM6\0\0\0".utf8), "BMP pictures cannot be read; export it as PNG."),
            ([0, 0, 1, 0, 1, 0], "Windows icons cannot be read; export it as PNG."),
            (
                Array("PK\u{3}\u{4}".utf8),
                "The file is an archive or document; take the picture out of it and choose that."
            ),
            (Array("<!DOCTYPE html><p>".utf8), "The file is a web page; save the picture itself and choose that."),
            (Array("Hello".utf8), "The file is no picture; choose a JPEG, PNG, GIF or WebP."),
            ([0xFF], "The file is no picture; choose a JPEG, PNG, GIF or WebP."),
            ([0xFF, 0xD8, 0xFF], "The picture ends too early; copy or export it again and choose that."),
        ] as [([UInt8], String)])
    func `what cannot be read is named`(bytes: [UInt8], sentence: String) async {
        #expect(await refusal(bytes)?.message == sentence)
    }

    @Test func `a picture that is cut off is refused`() async throws {
        let jpeg = TestUpload.iPhone(try TestImage.jpeg(900, 600, grain: 4))
        for bytes in [
            jpeg, try TestImage.png(900, 600), try TestImage.webp(900, 600), TestUpload.png16, TestUpload.interlacedPNG,
        ] {
            for share in [3, 6, 9] {
                let rest = Array(bytes.prefix(bytes.count * share / 10))
                #expect(await refusal(rest) == .cutOff, "\(share) of \(bytes.prefix(4))")
            }
        }
        #expect(await refusal(Array(TestImage.gif.dropLast(4))) == .cutOff)
    }

    @Test(arguments: [0.0, 4.0]) func `a JPEG that lacks only the marker of its end is taken`(grain: Double)
        async throws
    {
        let jpeg = TestUpload.iPhone(try TestImage.jpeg(900, 600, grain: grain))
        #expect(jpeg.suffix(2) == [0xFF, 0xD9])
        let whole = try await maker.makeRenditions(of: jpeg)
        let made = try await maker.makeRenditions(of: Array(jpeg.dropLast(2)))
        #expect(made.renditions == whole.renditions && whole.note == nil)
        #expect(made.note?.contains("lower edge") == true)
        #expect(await refusal(Array(jpeg.dropLast(jpeg.count / 8))) == .cutOff)
    }

    @Test func `a damaged PNG is refused`() async {
        var bytes = TestUpload.png16
        bytes[bytes.count / 2] ^= 0x55
        #expect(await refusal(bytes) == .damaged)
    }

    @Test func `too many bytes, pixels, scans and seconds are refused`() async throws {
        let jpeg = try TestImage.jpeg(60, 60)
        let large = jpeg + [UInt8](repeating: 0, count: PictureRenditionMaker.byteLimit - jpeg.count)
        #expect(await refusal(large) == nil)
        let error = await refusal(large + [0])
        #expect(error == .tooLarge(large.count + 1))
        #expect(error?.message == "The file has 33 MB, and a picture may have 32 MB; save it smaller and choose that.")
        // A bomb: 20,000 by 20,000 in a few bytes.
        let bomb = await refusal(TestUpload.png(20_000, 20_000, bits: 1, colour: 0, rows: [[0]]))
        #expect(bomb == .tooManyPixels(400_000_000))
        #expect(
            bomb?.message
                == "The picture has 400 million pixels, and may have 50 million; save it smaller and choose that.")
        let deep = TestUpload.png(7000, 7000, bits: 16, colour: 2, interlaced: true, rows: [[0]])
        #expect(await refusal(deep) == .tooManyBytes(294_000_000))
        let scans = Array([[UInt8]](repeating: [0xFF, 0xDA], count: 200).joined())
        #expect(await refusal(jpeg + scans) == .damaged)
        let slow = PictureRenditionMaker(processor: PictureProcessor(timeLimit: 0))
        #expect(await refusal(jpeg, slow) == .timedOut)
    }
}

/// The segments of a JPEG up to its scan.
private struct JPEGSegments {
    let markers: Set<UInt8>
    let isLastByteTheEnd: Bool

    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var markers: Set<UInt8> = []
        var at = 2
        repeat {
            guard at + 4 <= bytes.count, bytes[at] == 0xFF else { return nil }
            markers.insert(bytes[at + 1])
            at += 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
        } while !markers.contains(0xDA)
        self.markers = markers
        // Data has no marker but the end's.
        let found = bytes.indices.dropLast().filter { $0 >= at && bytes[$0] == 0xFF && bytes[$0 + 1] != 0 }
        isLastByteTheEnd = found == [bytes.count - 2] && bytes.last == 0xD9
    }
}

/// The chunks of a PNG.
private struct PNGChunks {
    let types: Set<String>

    init(_ bytes: [UInt8]) {
        var types: Set<String> = []
        var at = 8
        while at + 12 <= bytes.count {
            types.insert(String(decoding: bytes[at + 4..<at + 8], as: UTF8.self))
            at += 12 + bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        self.types = types
    }
}
