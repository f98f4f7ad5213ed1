internal import CSampleContent
internal import CVipsShim
internal import Foundation
internal import Logging
internal import NIOPosix

/// A picture file of the demonstration, which several stories share.
struct SamplePicture: Sendable, Hashable {
    /// The name of the file without its extension.
    let name: String
    /// The kind of subject, such as `harbour`.
    let kind: String
    /// The size of the whole file.
    let size: PictureSize
    /// The words of the subjects that the picture fits.
    private let words: Set<String>
    /// The position in the catalogue, from 0.
    private let position: Int

    /// The pictures in the catalogue's order.
    static let all: [SamplePicture] = EmbeddedContent.text(of: "pictures").split(separator: "\n").enumerated()
        .compactMap { SamplePicture($0.element, at: $0.offset) }

    private init?(_ line: Substring, at position: Int) {
        let fields = line.split(separator: "|").map(StoryFileParser.trimmed)
        guard fields.count == 4 else { return nil }
        let sides = fields[2].split(separator: "x").compactMap { Int($0) }
        guard sides.count == 2 else { return nil }
        name = fields[0]
        kind = fields[1]
        size = PictureSize(width: sides[0], height: sides[1])
        words = Self.words(of: fields[3])
        self.position = position
    }

    private static func words(of text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter }.map(String.init))
    }

    /// Returns the pictures of an illustration's kind, the best fit first; those of terrain for an unknown kind.
    /// - Parameters:
    ///   - seed: A text that determines the order of those that fit equally well.
    ///   - isLandscape: True for pictures of 3:2 only.
    static func fitting(_ illustration: Illustration, seed: String, isLandscape: Bool) -> [SamplePicture] {
        let kind = all.contains { $0.kind == illustration.kind } ? illustration.kind : "terrain"
        let subject = words(of: illustration.subject)
        let candidates: [(picture: SamplePicture, fit: Int, turn: UInt64)] = all.compactMap { picture in
            guard picture.kind == kind, !isLandscape || picture.size == .landscape else { return nil }
            let fit = picture.words.intersection(subject).count
            guard fit > 0 || !picture.size.isExtreme else { return nil }
            return (picture, fit, SeededRandom.seed(of: seed + picture.name))
        }
        return candidates.sorted { ($1.fit, $0.turn) < ($0.fit, $1.turn) }.map { $0.picture }
    }

    /// Returns the pictures of a story in the order of its illustrations. The first is a landscape, and none comes twice
    /// while its kind has another.
    static func pictures(of story: SampleStory) -> [SamplePicture] {
        var pictures: [SamplePicture] = []
        for illustration in story.pictures {
            let candidates = fitting(illustration, seed: story.slug, isLandscape: pictures.isEmpty)
            let unused = candidates.first { !pictures.contains($0) }
            pictures.append(unused ?? candidates[0])
        }
        return pictures
    }

    /// The whole file, WebP.
    var bytes: [UInt8] { Self.file(2 * position) }
    /// The copy of 480 pixels' width, WebP.
    var smallBytes: [UInt8] { Self.file(2 * position + 1) }

    private static func file(_ index: Int) -> [UInt8] {
        let file = tidings_sample_picture_at(index)
        return Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
    }

    /// Returns the picture: the whole file, or a JPEG if the width is smaller, as services that resize pictures send
    /// other formats than an address says. Nil if libvips cannot scale it.
    /// - Parameter height: The height, to which the JPEG is cropped; nil for the picture's own.
    func resource(width: Int? = nil, height: Int? = nil, modifiedAt: Date) async -> SampleResource? {
        guard let width, width < size.width else { return Self.resource(bytes, "image/webp", modifiedAt) }
        let bytes = bytes
        do {
            let jpeg = try await NIOThreadPool.singleton.runIfActive {
                Self.scaled(bytes, width: width, height: height ?? 0)
            }
            return jpeg.map { Self.resource($0, "image/jpeg", modifiedAt) }
        } catch {
            return nil
        }
    }

    private static func resource(_ bytes: [UInt8], _ type: String, _ modifiedAt: Date) -> SampleResource {
        SampleResource(bytes, contentType: type, cacheControl: "public, max-age=86400", modifiedAt: modifiedAt)
    }

    private static func scaled(_ webp: [UInt8], width: Int, height: Int) -> [UInt8]? {
        var picture = tidings_vips_picture()
        guard
            tidings_vips_resize(
                webp, webp.count, TIDINGS_VIPS_WEBP, Int32(width), Int32(height), TIDINGS_VIPS_JPEG, 78, 60, &picture)
                == 0,
            let bytes = picture.bytes
        else {
            var why = [CChar](repeating: 0, count: 400)
            tidings_vips_take_error(&why, why.count)
            let text = String(decoding: why.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            Logger(label: "sample-origin").error("A picture could not be scaled: \(text)")
            return nil
        }
        defer { tidings_vips_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: picture.length))
    }
}
