import Foundation
import Testing

@testable import SampleOrigins

private let files = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/CSampleContent/content/pictures")

private func fitting(_ kind: String, _ subject: String, isLandscape: Bool = false) -> [String] {
    let illustration = Illustration(kind: kind, subject: subject, caption: "", credit: "", alt: "")
    return SamplePicture.fitting(illustration, seed: "a", isLandscape: isLandscape).map(\.name)
}

@Suite struct SamplePictureTests {
    @Test func `there are sixty pictures of twelve kinds, in the sizes of their files, and small ones`() throws {
        #expect(SamplePicture.all.count == 60)
        #expect(Set(SamplePicture.all.map(\.kind)).count == 12)
        #expect(SamplePicture.all.reduce(0) { $0 + $1.bytes.count + $1.smallBytes.count } < 2_000_000)
        for picture in SamplePicture.all {
            let small = picture.size.scaled(toWidth: 480)
            #expect(webPSize(picture.bytes) == [picture.size.width, picture.size.height], "\(picture.name)")
            #expect(webPSize(picture.smallBytes) == [small.width, small.height], "\(picture.name)")
            let (whole, copy) = (picture.name + ".webp", picture.name + "-480.webp")
            #expect(try Array(Data(contentsOf: files.appending(path: whole))) == picture.bytes)
            #expect(try Array(Data(contentsOf: files.appending(path: copy))) == picture.smallBytes)
        }
    }

    @Test func `words of the subject choose a picture of its kind`() {
        #expect(fitting("harbour", "dusk, one crane, calm water").first == "harbour-crane")
        #expect(fitting("terrain", "panorama, marsh, long fence, low sun").first == "terrain-panorama")
        #expect(!fitting("terrain", "panorama", isLandscape: true).contains("terrain-panorama"))
        #expect(!fitting("terrain", "a hill").contains("terrain-panorama"))
        #expect(fitting("railway", "train, valley, day").first == "railway-train")
        #expect(fitting("nothing known", "a hill").allSatisfy { $0.hasPrefix("terrain-") })
    }

    @Test func `each picture of a story is of its kind and comes once, and the first is a landscape`() {
        for story in Publication.roster.flatMap(\.stories) {
            let pictures = SamplePicture.pictures(of: story)
            #expect(pictures.map(\.kind) == story.pictures.map(\.kind), "\(story.slug)")
            #expect(Set(pictures).count == pictures.count, "\(story.slug)")
            #expect(pictures.first.map { $0.size == .landscape } != false, "\(story.slug)")
        }
    }

    @Test func `a smaller picture is a JPEG in that size, and no picture is made larger`() async throws {
        let picture = try #require(SamplePicture.all.first { $0.size == .landscape })
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        let cases: [(width: Int, height: Int?, size: [Int])] = [
            (1024, nil, [1024, 683]), (300, 200, [300, 200]), (150, 150, [150, 150]),
        ]
        for (width, height, size) in cases {
            let scaled = try #require(await picture.resource(width: width, height: height, modifiedAt: now))
            #expect(scaled.contentType == "image/jpeg" && jpegSize(scaled.body) == size)
        }
        let whole = try #require(await picture.resource(width: 4000, modifiedAt: now))
        #expect(whole.contentType == "image/webp" && whole.body == picture.bytes)
    }
}

/// Returns width and height of a lossy WebP (RFC 6386 §9.1); nil for other bytes.
private func webPSize(_ bytes: [UInt8]) -> [Int]? {
    guard bytes.count > 30, bytes[8..<16].elementsEqual("WEBPVP8 ".utf8) else { return nil }
    return [26, 28].map { (Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8) & 0x3FFF }
}

/// Returns width and height of a JPEG's frame (ITU-T T.81 §B.2.2); nil for other bytes.
private func jpegSize(_ bytes: [UInt8]) -> [Int]? {
    var index = 2
    while index + 9 < bytes.count, bytes[index] == 0xFF {
        if (0xC0...0xC2).contains(bytes[index + 1]) {
            return [index + 7, index + 5].map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
        }
        index += 2 + (Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
    }
    return nil
}
