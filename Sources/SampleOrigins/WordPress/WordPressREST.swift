internal import Foundation

/// Answers for the student paper's REST interface (protocols 2.12).
struct WordPressREST {
    let house: WordPressHouse

    private static let json = "application/json; charset=UTF-8"

    /// - Parameters:
    ///   - route: such as `/wp/v2/posts/12`.
    ///   - fields: the query, decoded, without `rest_route`.
    func page(_ route: String, _ fields: [String: String]) -> SamplePage {
        switch house.manners.interface {
        case .open: break
        case .closed: return error(401, "rest_cannot_access", "Only members may use the interface.")
        case .withoutRoutes: return noRoute
        case .absent:
            return SamplePage("<!DOCTYPE html><title>Not here</title>", contentType: "text/html", status: 404)
        }
        let parts = route.split(separator: "/").map(String.init)
        guard !parts.isEmpty else { return answer(.object([("name", .text(house.publication.name))])) }
        guard parts.count >= 3, parts[0] == "wp", parts[1] == "v2" else { return noRoute }
        let id = parts.count > 3 ? Int(parts[3]) : nil
        switch (parts[2], parts.count) {
        case ("posts", 3): return list(posts(fields), fields) { post(fields, $0) }
        case ("posts", 4): return one(house.posts.first { $0.id == id }) { post(fields, $0) }
        case ("categories", 3): return list(WordPressCategory.all.sorted { $0.name < $1.name }, fields, category)
        case ("categories", 4): return one(WordPressCategory.all.first { $0.id == id }, category)
        case ("comments", 3): return list(comments(fields), fields) { comment($0.0, on: $0.1) }
        case ("media", 4): return one(house.posts.first { $0.id + 1 == id && $0.story.picture != nil }, media)
        default: return noRoute
        }
    }

    // MARK: Answers

    private var noRoute: SamplePage { error(404, "rest_no_route", "There is no such route.") }

    private func error(_ status: Int, _ code: String, _ words: String) -> SamplePage {
        var page = answer(
            .object([
                ("code", .text(code)), ("message", .text(words)), ("data", .object([("status", .number(status))])),
            ]))
        page.status = status
        return page
    }

    private func answer(_ value: JSONText) -> SamplePage {
        var page = SamplePage(value.written, contentType: Self.json)
        page.hasEntityTag = false
        page.headers = [("X-Robots-Tag", "noindex")]
        return page
    }

    private func one<Item>(_ item: Item?, _ write: (Item) -> JSONText) -> SamplePage {
        item.map { answer(write($0)) } ?? error(404, "rest_post_invalid_id", "There is none of that number.")
    }

    private func list<Item>(_ items: [Item], _ fields: [String: String], _ write: (Item) -> JSONText) -> SamplePage {
        let size = Int(fields["per_page"] ?? "10") ?? 0
        let number = Int(fields["page"] ?? "1") ?? 0
        guard (1...100).contains(size), number >= 1 else {
            return error(400, "rest_invalid_param", "A parameter is not valid.")
        }
        let pages = (items.count + size - 1) / size
        guard number <= max(1, pages) else {
            return error(400, "rest_post_invalid_page_number", "There are fewer pages than that.")
        }
        var page = answer(.list(items.dropFirst((number - 1) * size).prefix(size).map(write)))
        page.headers += [
            ("X-WP-Total", "\(items.count)"), ("X-WP-TotalPages", "\(pages)"),
            ("Access-Control-Expose-Headers", "X-WP-Total, X-WP-TotalPages, Link"),
        ]
        let links = [(number - 1, "prev"), (number + 1, "next")].filter { (1...max(1, pages)).contains($0.0) }
            .map { "<\(address(of: fields, page: $0.0))>; rel=\"\($0.1)\"" }
        if !links.isEmpty { page.headers.append(("Link", links.joined(separator: ", "))) }
        return page
    }

    private func address(of fields: [String: String], page: Int) -> String {
        var fields = fields
        fields["page"] = "\(page)"
        let route = fields.removeValue(forKey: Self.route) ?? ""
        let query = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        return house.manners.isPlain
            ? "\(house.site)/?rest_route=\(route)&\(query)" : "\(house.site)/wp-json\(route)?\(query)"
    }

    /// Where the desk puts the route among the fields.
    static let route = " route"

    // MARK: Posts

    private func posts(_ fields: [String: String]) -> [WordPressPost] {
        var posts = house.posts
        if let wanted = fields["categories"] {
            let ids = wanted.split(separator: ",").compactMap { Int($0) }
            posts = posts.filter { $0.categories.contains { ids.contains($0.id) } }
        }
        if let words = fields["search"]?.lowercased() {
            posts = posts.filter { "\($0.story.title) \($0.story.plainText)".lowercased().contains(words) }
        }
        if let slug = fields["slug"] { posts = posts.filter { $0.slug == slug } }
        return posts
    }

    private func rendered(_ html: String, isProtected: Bool? = nil) -> JSONText {
        .object([("rendered", .text(html))] + (isProtected.map { [("protected", .flag($0))] } ?? []))
    }

    private func post(_ fields: [String: String], _ post: WordPressPost) -> JSONText {
        let body = WordPressBody(post: post, site: house.site, isClassic: house.manners.isClassic)
        let at = Instant(post.publishedAt).rfc3339.dropLast()
        let members: [(String, JSONText)] = [
            ("id", .number(post.id)), ("date", .text(String(at))), ("date_gmt", .text(String(at))),
            ("guid", rendered(Markings.escaped("\(house.site)/?p=\(post.id)"))), ("modified", .text(String(at))),
            ("modified_gmt", .text(String(at))), ("slug", .text(post.slug)), ("status", .text("publish")),
            ("type", .text("post")), ("link", .text(house.link(post))),
            ("title", rendered(Markings.escaped(post.story.title))),
            ("content", rendered(body.text, isProtected: false)),
            ("excerpt", rendered(body.excerpt, isProtected: false)), ("author", .number(post.authorNumber)),
            ("featured_media", .number(post.story.picture == nil ? 0 : post.id + 1)),
            ("comment_status", .text(house.isOpen(post) ? "open" : "closed")), ("ping_status", .text("open")),
            ("sticky", .flag(false)), ("format", .text("standard")),
            ("categories", .list(post.categories.map { .number($0.id) })),
        ]
        let wanted = fields["_fields"].map { Set($0.split(separator: ",").map(String.init)) }
        let kept = wanted.map { wanted in members.filter { wanted.contains($0.0) } } ?? members
        return .object(fields["_embed"] == nil ? kept : kept + [("_embedded", embedded(post))])
    }

    private func embedded(_ post: WordPressPost) -> JSONText {
        var members: [(String, JSONText)] = [
            (
                "author",
                .list([.object([("id", .number(post.authorNumber)), ("name", .text(post.story.byline ?? ""))])])
            ),
            (
                "wp:term",
                .list([
                    .list(post.categories.map { term($0.id, $0.slug, $0.name, "category") }),
                    .list(post.tags.enumerated().map { term(900 + $0.offset, $0.element, $0.element, "post_tag") }),
                ])
            ),
        ]
        if post.story.picture != nil { members.append(("wp:featuredmedia", .list([media(post)]))) }
        return .object(members)
    }

    private func term(_ id: Int, _ slug: String, _ name: String, _ taxonomy: String) -> JSONText {
        .object([
            ("id", .number(id)), ("slug", .text(slug)), ("name", .text(Markings.escaped(name))),
            ("taxonomy", .text(taxonomy)),
        ])
    }

    private func category(_ category: WordPressCategory) -> JSONText {
        .object([
            ("id", .number(category.id)), ("count", .number(house.posts(in: category).count)),
            ("description", .text("")), ("link", .text("\(house.site)/category/\(category.slug)/")),
            ("name", .text(Markings.escaped(category.name))), ("slug", .text(category.slug)),
            ("taxonomy", .text("category")), ("parent", .number(0)),
        ])
    }

    private func media(_ post: WordPressPost) -> JSONText {
        let picture = post.story.picture
        let size = picture.map { PictureSize(of: $0, in: post.story, at: 0) } ?? .landscape
        let large = size.scaled(toWidth: 1024)
        func file(_ name: String, _ width: Int, _ height: Int, _ copy: String) -> (String, JSONText) {
            (
                name,
                .object([
                    ("width", .number(width)), ("height", .number(height)), ("mime_type", .text("image/jpeg")),
                    ("source_url", .text(house.site + post.picturePath(0, copy: copy))),
                ])
            )
        }
        return .object([
            ("id", .number(post.id + 1)), ("type", .text("attachment")), ("media_type", .text("image")),
            ("mime_type", .text("image/jpeg")), ("alt_text", .text(picture?.alt ?? "")),
            (
                "caption",
                rendered(
                    "<p>\(Markings.escaped(picture?.caption ?? "")) Photo by \(Markings.escaped(picture?.credit ?? ""))</p>"
                )
            ),
            (
                "media_details",
                .object([
                    ("width", .number(size.width)), ("height", .number(size.height)),
                    (
                        "sizes",
                        .object([
                            file("thumbnail", 150, 150, "-150x150"),
                            file("large", large.width, large.height, "-\(large.width)x\(large.height)"),
                        ])
                    ),
                ])
            ),
            ("source_url", .text(house.site + post.picturePath(0))),
        ])
    }

    // MARK: Comments

    /// What is approved; neither pingbacks nor what waits.
    private func comments(_ fields: [String: String]) -> [(WordPressComment, WordPressPost)] {
        let wanted = fields["post"].map { $0.split(separator: ",").compactMap { Int($0) } }
        let posts = house.posts.filter { post in wanted.map { $0.contains(post.id) } ?? true }
        let all = posts.flatMap { post in house.comments(of: post).map { ($0, post) } }
            .filter { !$0.0.isPending && !$0.0.isPingback }
        return fields["order"] == "asc" ? all : all.reversed()
    }

    private func comment(_ comment: WordPressComment, on post: WordPressPost) -> JSONText {
        let at = String(Instant(house.date(of: comment, on: post)).rfc3339.dropLast())
        return .object([
            ("id", .number(comment.id)), ("post", .number(post.id)), ("parent", .number(comment.parent ?? 0)),
            ("author", .number(comment.isByAuthor ? post.authorNumber : 0)), ("author_name", .text(comment.name)),
            ("author_url", .text(comment.site ?? "")), ("date", .text(at)), ("date_gmt", .text(at)),
            ("content", rendered(comment.paragraphs)), ("link", .text("\(house.link(post))#comment-\(comment.id)")),
            ("status", .text("approved")), ("type", .text("comment")),
        ])
    }
}
