internal import Foundation
internal import Synchronization

/// Answers for one publication's site: home page, feed, stories, pictures, icon, recordings.
struct PublicationDesk: Sendable {
    let publication: Publication
    let almanac: Almanac
    let darkroom: Darkroom
    /// The sites of the town by slug, known once all of them listen.
    let sites: SiteDirectory
    let now: @Sendable () -> Date

    func page(_ path: String, _ query: String?, huge: Int?) async -> SamplePage? {
        switch path {
        case "/": return html(HomePage(issue: issue()).text)
        case publication.form.path: return feed(huge.map { hugeIssue(stories: $0, part: 0) } ?? issue())
        case "/icon.png", "/banner.png", "/favicon.ico", "/cover.jpg": return await plate(path)
        case "/robots.txt": return SamplePage("User-agent: *\nAllow: /\n", contentType: "text/plain")
        default: break
        }
        if let rest = tail(path, after: "/stories/") { return story(rest) }
        if let rest = tail(path, after: "/pictures/") { return await picture(rest, query) }
        if let rest = tail(path, after: "/recordings/") { return recording(rest) }
        if let rest = tail(path, after: "/parts/"), let part = Int(rest) {
            return feed(hugeIssue(stories: huge ?? 100, part: part))
        }
        return nil
    }

    private func tail(_ path: String, after prefix: String) -> String? {
        path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
    }

    private func issue() -> FeedIssue { issue(almanac.stories(of: publication.slug, at: now())) }

    private func issue(_ stories: [PublishedStory]) -> FeedIssue {
        let known = sites.sites
        return FeedIssue(
            publication: publication, site: known[publication.slug] ?? "", sites: known, stories: stories,
            recordingLength: Recording.length)
    }

    private func feed(_ issue: FeedIssue) -> SamplePage {
        SamplePage(
            issue.document(), contentType: publication.form.contentType, cacheControl: "public, max-age=20",
            modifiedAt: issue.updatedAt)
    }

    private func html(_ text: String) -> SamplePage {
        SamplePage(text, contentType: "text/html; charset=utf-8", cacheControl: "public, max-age=60")
    }

    /// Stories of our own site only: what we reprint stands at its home.
    private func own(_ slug: String) -> PublishedStory? {
        almanac.stories(of: publication.slug, at: now()).first { $0.story.slug == slug && $0.home == publication.slug }
    }

    private func story(_ slug: String) -> SamplePage? {
        if let number = tail(slug, after: "bulletin-") { return bulletin(number) }
        return own(slug).map { html(StoryPage(issue: issue(), published: $0).text) }
    }

    private func bulletin(_ number: String) -> SamplePage? {
        let parts = number.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 2 else { return nil }
        let story = Bulletin(part: parts[0], number: parts[1]).published(by: publication.slug, before: sites.startAt)
        return html(StoryPage(issue: issue(), published: story).text)
    }

    /// - Parameter query: may ask for fewer pixels, as `width=480`.
    private func picture(_ name: String, _ query: String?) async -> SamplePage? {
        for published in almanac.stories(of: publication.slug, at: now()) where published.home == publication.slug {
            for (place, illustration) in published.story.pictures.enumerated()
            where published.picturePath(place) == "/pictures/\(name)" {
                guard !illustration.isLost else { return nil }
                let size = PictureSize(of: illustration, in: published.story, at: place)
                let seed = "\(publication.slug)/\(name)"
                let order = PictureOrder(
                    illustration: illustration, palette: publication.palette, size: size, seed: seed)
                let asked = query.flatMap { $0.hasPrefix("width=") ? Int($0.dropFirst(6)) : nil }
                return await jpeg(order, width: asked.map { max(16, $0) })
            }
        }
        return nil
    }

    private func jpeg(_ order: PictureOrder, width: Int?) async -> SamplePage? {
        guard let bytes = await darkroom.jpeg(order, width: width ?? order.size.width) else { return nil }
        return kept(bytes, "image/jpeg")
    }

    private func plate(_ path: String) async -> SamplePage? {
        let icon = SiteIcon(publication: publication)
        guard path != "/cover.jpg" else {
            guard let bytes = await darkroom.jpeg(svg: icon.cover, name: publication.slug + path) else { return nil }
            return kept(bytes, "image/jpeg")
        }
        guard path != "/banner.png" else {
            let bytes = await darkroom.png(svg: icon.banner, name: publication.slug + path)
            return bytes.map { kept($0, "image/png") }
        }
        guard let png = await darkroom.png(svg: icon.svg, name: publication.slug) else { return nil }
        return path == "/icon.png" ? kept(png, "image/png") : kept(IconFile.ico(png: png), "image/x-icon")
    }

    private func kept(_ bytes: [UInt8], _ type: String) -> SamplePage {
        SamplePage(bytes, contentType: type, cacheControl: "public, max-age=86400", modifiedAt: sites.startAt)
    }

    private func recording(_ name: String) -> SamplePage? {
        guard let slug = name.split(separator: ".").first, let published = own(String(slug)),
            published.story.audio != nil
        else { return nil }
        return SamplePage(
            Recording.wave(seed: published.story.slug), contentType: "audio/wav",
            cacheControl: "public, max-age=86400", modifiedAt: published.publishedAt, acceptsRanges: true)
    }

    private func hugeIssue(stories: Int, part: Int) -> FeedIssue {
        let listing = (0..<stories).map {
            Bulletin(part: part, number: $0).published(by: publication.slug, before: sites.startAt)
        }
        var issue = issue(listing.sorted { $0.publishedAt > $1.publishedAt })
        if part > 0 { issue.publication.name += " \(part)" }
        return issue
    }
}
