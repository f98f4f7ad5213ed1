import Markup
import News

/// Normalizes a story of a WordPress site before it is stored: byline, galleries, thumbnails.
///
/// The changes are made in the original HTML, which is then sanitized again, so that sanitizing it later by newer rules
/// gives the same.
struct WordPressStoryNormalizer: Sendable {
    var policy = ThumbnailPolicy.standard

    func normalized(_ story: FetchedStory) -> FetchedStory {
        var html = Array(story.original.utf8)
        var isChanged = false
        let unsigned = BylineStripper.stripped(from: html)
        if let unsigned { (html, isChanged) = (unsigned.html, true) }
        if let built = GalleryRewriter.rewritten(html) { (html, isChanged) = (built, true) }
        let beside = story.pictures.map(\.address)
        if let enlarged = ThumbnailUpgrader(policy: policy, base: story.base).upgraded(html, beside: beside) {
            (html, isChanged) = (enlarged, true)
        }
        var story = story
        let inText = isChanged ? resanitize(html, into: &story) : nil
        story.pictures = images(of: story, inText: inText)
        if let unsigned { story.dek = dek(of: story, without: unsigned.words) }
        return story
    }

    /// Removes the byline from a dek that WordPress made from the text; nil if the rest adds nothing.
    private func dek(of story: FetchedStory, without signature: String) -> String? {
        guard let dek = story.dek else { return nil }
        let plain = signature.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard dek.hasPrefix(plain) else { return dek }
        let rest = dek.dropFirst(plain.count).drop { $0.isWhitespace || $0.isPunctuation }
        return SummaryDetector.dek(summary: String(rest), text: story.text, title: story.title)
    }

    /// - Returns: the images of the text.
    private func resanitize(_ html: [UInt8], into story: inout FetchedStory) -> [PictureReference] {
        story.original = String(decoding: html, as: UTF8.self)
        let cleaned = HTMLSanitizer(base: story.base).sanitize(story.original)
        story.body = cleaned.html
        story.text = cleaned.text
        story.direction = PlainText.direction(
            of: "\(story.title) \(cleaned.text.prefix(400))", language: story.language)
        return cleaned.pictures
    }

    /// The images with full files, in order, without duplicates.
    /// - Parameter inText: the images of the newly sanitized text; nil if it was not changed.
    private func images(of story: FetchedStory, inText: [PictureReference]?) -> [PictureReference] {
        let known = Dictionary(
            (inText ?? []).map { (ImageIdentity(of: $0.address), $0.address) }, uniquingKeysWith: { first, _ in first })
        let whole = story.pictures.map { picture -> PictureReference in
            guard case .thumbnail(_, _, let full, _) = policy.decision(on: picture.address, linkedTo: nil) else {
                return picture
            }
            var picture = picture
            picture.address = known[ImageIdentity(of: picture.address)] ?? full
            (picture.width, picture.height) = (nil, nil)
            return picture
        }
        return ImageRanking.ordered(body: whole, beside: inText ?? [])
    }
}
