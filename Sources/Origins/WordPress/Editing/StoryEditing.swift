import Markup
import News

/// Puts a story of a WordPress site in order before it is kept: its signature line, its galleries, its thumbnails.
///
/// What changes is the HTML that the story was cleaned from, which is then cleaned anew; so a later cleaning by better
/// rules comes to the same.
struct StoryEditing: Sendable {
    var rules = PictureRules.standard

    func edited(_ story: ArrivingStory) -> ArrivingStory {
        var html = Array(story.original.utf8)
        var isChanged = false
        let unsigned = Signature.removed(from: html)
        if let unsigned { (html, isChanged) = (unsigned.html, true) }
        if let built = GalleryMarkup.rebuilt(html) { (html, isChanged) = (built, true) }
        let beside = story.pictures.map(\.address)
        if let enlarged = Enlarging(rules: rules, base: story.base).enlarged(html, beside: beside) {
            (html, isChanged) = (enlarged, true)
        }
        var story = story
        let inText = isChanged ? cleaned(html, into: &story) : nil
        story.pictures = pictures(of: story, inText: inText)
        if let unsigned { story.dek = dek(of: story, without: unsigned.words) }
        return story
    }

    /// A teaser that WordPress made of the text begins with the signature too. Without it, it may add nothing.
    private func dek(of story: ArrivingStory, without signature: String) -> String? {
        guard let dek = story.dek else { return nil }
        let plain = signature.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard dek.hasPrefix(plain) else { return dek }
        let rest = dek.dropFirst(plain.count).drop { $0.isWhitespace || $0.isPunctuation }
        return Teaser.dek(summary: String(rest), text: story.text, title: story.title)
    }

    /// - Returns: the pictures of the text.
    private func cleaned(_ html: [UInt8], into story: inout ArrivingStory) -> [PictureMention] {
        story.original = String(decoding: html, as: UTF8.self)
        let cleaned = Cleaner(base: story.base).clean(story.original)
        story.body = cleaned.html
        story.text = cleaned.text
        story.direction = PlainText.direction(
            of: "\(story.title) \(cleaned.text.prefix(400))", language: story.language)
        return cleaned.pictures
    }

    /// The same pictures from their full files, in the order they came in, each once.
    /// - Parameter inText: those of the text that was cleaned anew; nil when it was not.
    private func pictures(of story: ArrivingStory, inText: [PictureMention]?) -> [PictureMention] {
        let known = Dictionary(
            (inText ?? []).map { (PictureName(of: $0.address), $0.address) }, uniquingKeysWith: { first, _ in first })
        let whole = story.pictures.map { picture -> PictureMention in
            guard case .thumbnail(_, _, let full, _) = rules.decision(on: picture.address, linkedTo: nil) else {
                return picture
            }
            var picture = picture
            picture.address = known[PictureName(of: picture.address)] ?? full
            (picture.width, picture.height) = (nil, nil)
            return picture
        }
        return StoryPictures.ordered(body: whole, beside: inText ?? [])
    }
}
