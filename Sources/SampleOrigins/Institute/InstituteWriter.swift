internal import Foundation

/// Writes the objects of the institute's interface.
struct InstituteWriter {
    let manners: InstituteManners
    /// The institute's own site, without a slash at its end.
    let site: String
    /// The sites of all publications by slug.
    let sites: [String: String]

    private var root: String { site + "/apis/news" }

    func department(_ department: InstituteDepartment) -> JSONText {
        let id = department.id(manners.naming)
        let plain = if case .text(let text) = id { text } else { id.written }
        return .object([
            ("id", id), ("url", .text("\(root)/categories/\(plain)")), ("name", .text(department.name)),
        ])
    }

    func story(_ story: InstituteStory) -> JSONText {
        let sample = story.published.story
        let number = story.number
        var members: [(String, JSONText)] = [
            ("id", manners.naming == .numbers ? .number(number) : .text("\(number)")),
            ("url", .text("\(root)/stories/\(number)")), ("source_url", .text(link(story))),
            ("title", .text(title(story))),
            ("published_at", .text(date(story.published.publishedAt, number))),
            ("featured", .flag(story.isFeatured)),
            (
                "type",
                .text(story.isClipping ? "news_clip" : story.department.word == "campus" ? "around_campus" : "mit_news")
            ),
            ("category", department(story.department)),
        ]
        if let byline = sample.byline { members.append(("author", .text(byline))) }
        if let dek = sample.dek {
            // Some are written with a rich editor.
            members.append(("dek", .text(number % 4 == 0 ? "\n<p>\(Markings.escaped(dek))</p>\n" : dek)))
        }
        if !story.isClipping || number % 7 == 0 { members.append(("body_html", .text(body(sample)))) }
        return .object(members + pictures(story))
    }

    /// Now and then with the white space and the emphasis of an editor's page.
    private func title(_ story: InstituteStory) -> String {
        let title = Markings.escaped(story.published.story.title)
        guard story.number % 5 == 0, let space = title.firstIndex(of: " ") else { return title }
        return "  <em>\(title[..<space])</em>\(title[space...])\n"
    }

    private func link(_ story: InstituteStory) -> String {
        guard story.isClipping else { return site + story.published.path }
        return (sites[story.published.home] ?? "https://\(story.published.home).example") + story.published.path
    }

    private func date(_ instant: Date, _ number: Int) -> String {
        let ways = InstituteManners.Dating.allCases
        let zulu = Instant(instant).rfc3339
        switch manners.dating ?? ways[number % ways.count] {
        case .zulu: return zulu
        case .offset: return zulu.dropLast() + "+00:00"
        case .spaced: return zulu.dropLast().replacing("T", with: " ") + "+0000"
        }
    }

    /// The text without its pictures, which stand beside it.
    private func body(_ story: SampleStory) -> String {
        var bare = story.withoutFigures
        bare.picture = nil
        return BodyHTML(bare) { _ in "" }.text(lead: false)
    }

    // MARK: Pictures

    private func pictures(_ story: InstituteStory) -> [(String, JSONText)] {
        if story.isClipping { return logo(of: story).map { [("cover_image", $0)] } ?? [] }
        let sample = story.published.story
        let images = sample.pictures.enumerated().map { image($0.element, $0.offset, story) }
        var members: [(String, JSONText)] = []
        if sample.picture != nil, let cover = images.first { members.append(("cover_image", cover)) }
        let rest = sample.picture == nil ? images : Array(images.dropFirst())
        return members + [("gallery_images", .list(rest))]
    }

    /// The other publication's wide mark; every third has none.
    private func logo(of story: InstituteStory) -> JSONText? {
        guard story.number % 3 != 0, let home = sites[story.published.home] else { return nil }
        return .object([
            ("description", .text("Logo")),
            ("representations", .list([file(home + "/banner.png", 532, 136)])),
        ])
    }

    private func image(_ illustration: Illustration, _ place: Int, _ story: InstituteStory) -> JSONText {
        let whole = PictureSize(of: illustration, in: story.published.story, at: place)
        let files = InstitutePicture.Style.allCases.map { style in
            let size = style.size(of: whole)
            return file(site + InstitutePicture.path(style, story.slug, place), size.width, size.height)
        }
        return .object([
            ("caption", .text(illustration.caption)), ("credits", .text(illustration.credit)),
            ("description", .text(illustration.alt)), ("representations", .list(files)),
        ])
    }

    private func file(_ address: String, _ width: Int, _ height: Int) -> JSONText {
        .object([("url", .text(address)), ("width", .number(width)), ("height", .number(height))])
    }
}
