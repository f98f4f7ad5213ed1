internal import Foundation

struct SampleMITNewsWriter {
    let behaviour: SampleMITNewsBehaviour
    /// The base URL, without a trailing slash.
    let site: String
    /// The base URLs of publications by slug.
    let sites: [String: String]

    private var apiRoot: String { site + "/apis/news" }

    func category(_ category: SampleMITNewsCategory) -> OrderedJSON {
        let id = category.id(behaviour.idFormat)
        let plain = if case .string(let text) = id { text } else { id.serialized }
        return .object([
            ("id", id), ("url", .string("\(apiRoot)/categories/\(plain)")), ("name", .string(category.name)),
        ])
    }

    func story(_ story: SampleMITNewsStory) -> OrderedJSON {
        let sample = story.published.story
        let number = story.number
        var members: [(String, OrderedJSON)] = [
            ("id", behaviour.idFormat == .integers ? .number(number) : .string("\(number)")),
            ("url", .string("\(apiRoot)/stories/\(number)")), ("source_url", .string(link(story))),
            ("title", .string(title(story))),
            ("published_at", .string(date(story.published.publishedAt, number))),
            ("featured", .bool(story.isFeatured)),
            (
                "type",
                .string(story.isClipping ? "news_clip" : story.category.slug == "campus" ? "around_campus" : "mit_news")
            ),
            ("category", category(story.category)),
        ]
        if let byline = sample.byline { members.append(("author", .string(byline))) }
        if let dek = sample.dek {
            // Some deks come from a rich text editor.
            members.append(("dek", .string(number % 4 == 0 ? "\n<p>\(XMLEscaping.escaped(dek))</p>\n" : dek)))
        }
        if !story.isClipping || number % 7 == 0 { members.append(("body_html", .string(body(sample)))) }
        return .object(members + pictures(story))
    }

    /// Returns the title; some titles have an editor's spaces and emphasis.
    private func title(_ story: SampleMITNewsStory) -> String {
        let title = XMLEscaping.escaped(story.published.story.title)
        guard story.number % 5 == 0, let space = title.firstIndex(of: " ") else { return title }
        return "  <em>\(title[..<space])</em>\(title[space...])\n"
    }

    private func link(_ story: SampleMITNewsStory) -> String {
        guard story.isClipping else { return site + story.published.path }
        return (sites[story.published.home] ?? "https://\(story.published.home).example") + story.published.path
    }

    private func date(_ instant: Date, _ number: Int) -> String {
        let formats = SampleMITNewsBehaviour.TimestampFormat.allCases
        let zulu = TimestampFormatter(instant).rfc3339
        switch behaviour.timestampFormat ?? formats[number % formats.count] {
        case .utc: return zulu
        case .offset: return zulu.dropLast() + "+00:00"
        case .spaceSeparated: return zulu.dropLast().replacing("T", with: " ") + "+0000"
        }
    }

    /// Returns the text without pictures, which are attached.
    private func body(_ story: SampleStory) -> String {
        var bare = story.withoutFigures
        bare.picture = nil
        return StoryHTMLWriter(bare) { _ in "" }.html(lead: false)
    }

    // MARK: Images

    private func pictures(_ story: SampleMITNewsStory) -> [(String, OrderedJSON)] {
        if story.isClipping { return logo(of: story).map { [("cover_image", $0)] } ?? [] }
        let sample = story.published.story
        let images = sample.pictures.enumerated().map { image($0.element, $0.offset, story) }
        var members: [(String, OrderedJSON)] = []
        if sample.picture != nil, let cover = images.first { members.append(("cover_image", cover)) }
        let rest = sample.picture == nil ? images : Array(images.dropFirst())
        return members + [("gallery_images", .array(rest))]
    }

    /// Returns the publication's banner; nil for every third story.
    private func logo(of story: SampleMITNewsStory) -> OrderedJSON? {
        guard story.number % 3 != 0, let home = sites[story.published.home] else { return nil }
        return .object([
            ("description", .string("Logo")),
            ("representations", .array([representation(home + "/banner.png", 532, 136)])),
        ])
    }

    private func image(_ illustration: Illustration, _ index: Int, _ story: SampleMITNewsStory) -> OrderedJSON {
        let whole = SamplePicture.pictures(of: story.published.story)[index].size
        let files = SampleMITNewsImage.Style.allCases.map { style in
            let size = style.size(of: whole)
            return representation(site + SampleMITNewsImage.path(style, story.slug, index), size.width, size.height)
        }
        return .object([
            ("caption", .string(illustration.caption)), ("credits", .string(illustration.credit)),
            ("description", .string(illustration.alt)), ("representations", .array(files)),
        ])
    }

    private func representation(_ address: String, _ width: Int, _ height: Int) -> OrderedJSON {
        .object([("url", .string(address)), ("width", .number(width)), ("height", .number(height))])
    }
}
