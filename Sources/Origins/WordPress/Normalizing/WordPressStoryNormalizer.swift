import Markup
import News

/// A normalizer of bylines, galleries and thumbnails before storage.
///
/// The normalizer edits the original HTML, so that sanitizing it later by newer rules gives the same edits.
struct WordPressStoryNormalizer: Sendable {
    var policy = ThumbnailPolicy.standard

    func normalized(_ story: FetchedStory) -> FetchedStory {
        if isNotice(story) { return withoutText(story) }
        var html = Array(story.original.utf8)
        var isChanged = false
        let stripped = BylineStripper.stripped(from: html)
        if let stripped { (html, isChanged) = (stripped.html, true) }
        if let rewritten = GalleryRewriter.rewritten(html) { (html, isChanged) = (rewritten, true) }
        let chosen = story.pictures.map(\.address)
        if let upgraded = ThumbnailUpgrader(policy: policy, base: story.base).upgraded(html, chosen: chosen) {
            (html, isChanged) = (upgraded, true)
        }
        var story = story
        let inText = isChanged ? resanitize(html, into: &story) : nil
        story.pictures = images(of: story, inText: inText)
        if let stripped { story.dek = dek(of: story, without: stripped.byline) }
        return story
    }

    /// Returns true if the text is only the notice that WordPress shows without the story's password.
    private func isNotice(_ story: FetchedStory) -> Bool {
        WordPressPasswordForm.stands(in: story.original)
            || story.text == "There is no excerpt because this is a protected post."
    }

    private func withoutText(_ story: FetchedStory) -> FetchedStory {
        var story = story
        (story.body, story.text, story.original, story.dek) = (.empty, "", "", nil)
        return story
    }

    /// Returns the dek without the byline; nil if the rest adds nothing.
    private func dek(of story: FetchedStory, without byline: String) -> String? {
        guard let dek = story.dek else { return nil }
        let plain = byline.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard dek.hasPrefix(plain) else { return dek }
        let rest = dek.dropFirst(plain.count).drop { $0.isWhitespace || $0.isPunctuation }
        return SummaryDetector.dek(summary: String(rest), text: story.text, title: story.title)
    }

    /// Replaces the story's HTML and sanitizes it.
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

    /// Returns the full files of the images, without duplicates.
    /// - Parameter inText: the images of the changed text; nil if the text is unchanged.
    private func images(of story: FetchedStory, inText: [PictureReference]?) -> [PictureReference] {
        let known = Dictionary(
            (inText ?? []).map { (PictureIdentity(of: $0.address), $0.address) },
            uniquingKeysWith: { first, _ in first })
        let whole = story.pictures.map { picture -> PictureReference in
            guard case .thumbnail(_, _, let full, _) = policy.decision(on: picture.address, linkedTo: nil) else {
                return picture
            }
            var picture = picture
            picture.address = known[PictureIdentity(of: picture.address)] ?? full
            (picture.width, picture.height) = (nil, nil)
            return picture
        }
        return PictureRanking.ordered(body: whole, attached: inText ?? [])
    }
}
