internal import Foundation
internal import Synchronization

/// What the student paper was told of its set-up.
final class WordPressBook: Sendable {
    private let current = Mutex(WordPressManners())

    var manners: WordPressManners {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func change(_ work: (inout WordPressManners) -> Void) { current.withLock { work(&$0) } }
}

/// Answers for the student paper's site: feeds, pages, the interface, pictures.
struct WordPressDesk: Sendable {
    let publication: Publication
    let directory: SiteDirectory
    let darkroom: Darkroom
    let book: WordPressBook
    let now: @Sendable () -> Date

    private var house: WordPressHouse {
        WordPressHouse(
            publication: publication, site: directory.sites[publication.slug] ?? "", manners: book.manners,
            startAt: directory.startAt, now: now())
    }

    func page(_ path: String, _ query: String?) async -> SamplePage? {
        let (house, fields) = (house, Self.fields(query))
        if let route = fields["rest_route"] { return interface(house, route, fields) }
        if path == "/wp-json" || path.hasPrefix("/wp-json/") {
            return house.manners.isPlain ? nil : interface(house, String(path.dropFirst("/wp-json".count)), fields)
        }
        if path.hasPrefix("/wp-content/uploads/") { return await picture(path, house) }
        if path == "/icon.png" || path == "/favicon.ico" { return await icon(path) }
        if path == "/robots.txt" { return SamplePage("User-agent: *\nAllow: /\n", contentType: "text/plain") }
        let steps = path.split(separator: "/").map(String.init)
        if steps.isEmpty { return front(house, fields) }
        if steps == ["feed"] { return feed(house, house.posts, house.publication.name, path, fields) }
        if steps.first == "category", steps.count >= 2 { return category(house, steps, path, fields) }
        if steps == ["comments", "feed"] { return comments(house) }
        return story(house, steps, fields)
    }

    private func interface(_ house: WordPressHouse, _ route: String, _ fields: [String: String]) -> SamplePage {
        var fields = fields
        fields["rest_route"] = nil
        fields[WordPressREST.route] = route
        return WordPressREST(house: house).page(route, fields)
    }

    // MARK: Lists

    private func front(_ house: WordPressHouse, _ fields: [String: String]) -> SamplePage? {
        if let number = fields["p"].flatMap({ Int($0) }) {
            guard let post = house.posts.first(where: { $0.id == number }) else { return nil }
            if fields["feed"] != nil { return commentFeed(house, post) }
            if house.manners.isPlain { return page(house, post, fields["cpage"].flatMap { Int($0) }) }
            var led = SamplePage("", contentType: "text/html; charset=UTF-8", status: 301)
            led.headers = [("Location", house.link(post))]
            return led
        }
        if fields["feed"] == "rss2" { return feed(house, house.posts, publication.name, "/?feed=rss2", fields) }
        if fields["feed"] == "comments-rss2" { return comments(house) }
        return html(house, WordPressPage(house: house).list(house.posts, title: publication.name))
    }

    private func category(
        _ house: WordPressHouse, _ steps: [String], _ path: String, _ fields: [String: String]
    ) -> SamplePage? {
        guard let category = WordPressCategory.named(steps[1]) else { return nil }
        let posts = house.posts(in: category)
        let title = "\(category.name) – \(publication.name)"
        if steps.count == 3, steps[2] == "feed" { return feed(house, posts, title, path, fields) }
        return steps.count == 2 ? html(house, WordPressPage(house: house).list(posts, title: title)) : nil
    }

    private func feed(
        _ house: WordPressHouse, _ posts: [WordPressPost], _ title: String, _ path: String, _ fields: [String: String]
    ) -> SamplePage? {
        let number = max(1, fields["paged"].flatMap { Int($0) } ?? 1)
        let shown = Array(posts.dropFirst((number - 1) * house.manners.feedLength).prefix(house.manners.feedLength))
        // Behind the last page there is a page that says so.
        guard number == 1 || !shown.isEmpty else { return nil }
        let text = WordPressFeed(house: house).stories(shown, title: title, at: path)
        var page = SamplePage(text, contentType: "application/rss+xml; charset=UTF-8")
        page.modifiedAt = shown.first?.publishedAt
        page.headers = interfaceLink(house)
        return page
    }

    private func comments(_ house: WordPressHouse) -> SamplePage? {
        house.posts.first { !house.comments(of: $0).isEmpty }.flatMap { commentFeed(house, $0) }
    }

    private func commentFeed(_ house: WordPressHouse, _ post: WordPressPost) -> SamplePage? {
        guard house.manners.hasCommentFeeds else { return nil }
        return SamplePage(
            WordPressFeed(house: house).comments(of: post), contentType: "application/rss+xml; charset=UTF-8")
    }

    // MARK: Stories

    /// `2026/11/21/slug`, and what lies below it.
    private func story(_ house: WordPressHouse, _ steps: [String], _ fields: [String: String]) -> SamplePage? {
        guard steps.count >= 4, !house.manners.isPlain, let post = house.posts.first(where: { $0.slug == steps[3] }),
            post.path.hasPrefix("/" + steps.prefix(4).joined(separator: "/"))
        else { return nil }
        switch steps.count > 4 ? steps[4] : "" {
        case "": return page(house, post, fields["cpage"].flatMap { Int($0) })
        case "feed": return commentFeed(house, post)
        case let step where step.hasPrefix("comment-page-"):
            return Int(step.dropFirst("comment-page-".count)).flatMap { page(house, post, $0) }
        default: return nil
        }
    }

    private func page(_ house: WordPressHouse, _ post: WordPressPost, _ number: Int?) -> SamplePage {
        html(house, WordPressPage(house: house).story(post, page: number))
    }

    private func html(_ house: WordPressHouse, _ text: String) -> SamplePage {
        var page = SamplePage(text, contentType: "text/html; charset=UTF-8")
        page.hasEntityTag = house.manners.pagesHaveTags
        page.headers = interfaceLink(house)
        return page
    }

    private func interfaceLink(_ house: WordPressHouse) -> [(name: String, value: String)] {
        house.manners.saysWhatItIs ? [("Link", "<\(house.interface)>; rel=\"https://api.w.org/\"")] : []
    }

    // MARK: Pictures

    private func picture(_ path: String, _ house: WordPressHouse) async -> SamplePage? {
        for post in house.posts {
            for (place, illustration) in post.story.pictures.enumerated() {
                let whole = post.picturePath(place).dropLast(4)
                guard path.hasPrefix(whole), path.hasSuffix(".jpg") else { continue }
                let copy = path.dropFirst(whole.count).dropLast(4)
                let sides = copy.dropFirst().split(separator: "x").compactMap { Int($0) }
                guard copy.isEmpty || copy.first == "-" && sides.count == 2 else { continue }
                let size = PictureSize(of: illustration, in: post.story, at: place)
                let order = PictureOrder(
                    illustration: illustration, palette: publication.palette, size: size, seed: "\(post.slug)-\(place)")
                guard let bytes = await darkroom.jpeg(order, width: sides.first ?? size.width) else { return nil }
                return kept(bytes, "image/jpeg")
            }
        }
        return nil
    }

    private func icon(_ path: String) async -> SamplePage? {
        guard let png = await darkroom.png(svg: SiteIcon(publication: publication).svg, name: publication.slug) else {
            return nil
        }
        return path == "/icon.png" ? kept(png, "image/png") : kept(IconFile.ico(png: png), "image/x-icon")
    }

    private func kept(_ bytes: [UInt8], _ type: String) -> SamplePage {
        SamplePage(bytes, contentType: type, cacheControl: "public, max-age=86400", modifiedAt: directory.startAt)
    }

    private static func fields(_ query: String?) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            fields[parts[0]] = parts.count > 1 ? parts[1].removingPercentEncoding ?? parts[1] : ""
        }
        return fields
    }
}
