internal import Foundation

struct SampleWordPressRESTHandler {
    let snapshot: SampleWordPressSnapshot

    private static let contentType = "application/json; charset=UTF-8"

    /// Returns the response at a route.
    /// - Parameters:
    ///   - route: The route, such as `/wp/v2/posts/12`.
    ///   - fields: The decoded fields, without `rest_route`.
    func resource(_ route: String, _ fields: [String: String]) -> SampleResource {
        switch snapshot.behaviour.restAccess {
        case .open: break
        case .forbidden: return error(401, "rest_cannot_access", "Only members may use the interface.")
        case .withoutRoutes: return noRoute
        case .notFound:
            return SampleResource("<!DOCTYPE html><title>Not here</title>", contentType: "text/html", status: 404)
        }
        let parts = route.split(separator: "/").map(String.init)
        guard !parts.isEmpty else { return jsonResource(.object([("name", .string(snapshot.publication.name))])) }
        guard parts.count >= 3, parts[0] == "wp", parts[1] == "v2" else { return noRoute }
        let id = parts.count > 3 ? Int(parts[3]) : nil
        switch (parts[2], parts.count) {
        case ("posts", 3): return list(posts(fields), fields) { post(fields, $0) }
        case ("posts", 4): return single(snapshot.posts.first { $0.id == id }) { post(fields, $0) }
        case ("categories", 3): return list(SampleWordPressCategory.all.sorted { $0.name < $1.name }, fields, category)
        case ("categories", 4): return single(SampleWordPressCategory.all.first { $0.id == id }, category)
        case ("comments", 3) where asksForProtected(fields):
            return error(401, "rest_cannot_read_post", "Sorry, you are not allowed to read the post for this comment.")
        case ("comments", 3): return list(comments(fields), fields) { comment($0.0, on: $0.1) }
        case ("media", 4): return single(snapshot.posts.first { $0.id + 1 == id && $0.story.picture != nil }, media)
        default: return noRoute
        }
    }

    // MARK: Responses

    private var noRoute: SampleResource { error(404, "rest_no_route", "There is no such route.") }

    private func error(_ status: Int, _ code: String, _ message: String) -> SampleResource {
        var resource = jsonResource(
            .object([
                ("code", .string(code)), ("message", .string(message)),
                ("data", .object([("status", .number(status))])),
            ]))
        resource.status = status
        return resource
    }

    private func jsonResource(_ value: OrderedJSON) -> SampleResource {
        var resource = SampleResource(value.serialized, contentType: Self.contentType)
        resource.hasEntityTag = false
        resource.headers = [("X-Robots-Tag", "noindex")]
        return resource
    }

    private func single<Item>(_ item: Item?, _ write: (Item) -> OrderedJSON) -> SampleResource {
        item.map { jsonResource(write($0)) } ?? error(404, "rest_post_invalid_id", "There is none of that number.")
    }

    private func list<Item>(_ items: [Item], _ fields: [String: String], _ write: (Item) -> OrderedJSON)
        -> SampleResource
    {
        let size = Int(fields["per_page"] ?? "10") ?? 0
        let number = Int(fields["page"] ?? "1") ?? 0
        guard (1...100).contains(size), number >= 1 else {
            return error(400, "rest_invalid_param", "A parameter is not valid.")
        }
        let pages = (items.count + size - 1) / size
        guard number <= max(1, pages) else {
            return error(400, "rest_post_invalid_page_number", "There are fewer pages than that.")
        }
        var resource = jsonResource(.array(items.dropFirst((number - 1) * size).prefix(size).map(write)))
        resource.headers += [
            ("X-WP-Total", "\(items.count)"), ("X-WP-TotalPages", "\(pages)"),
            ("Access-Control-Expose-Headers", "X-WP-Total, X-WP-TotalPages, Link"),
        ]
        let links = [(number - 1, "prev"), (number + 1, "next")].filter { (1...max(1, pages)).contains($0.0) }
            .map { "<\(address(of: fields, page: $0.0))>; rel=\"\($0.1)\"" }
        if !links.isEmpty { resource.headers.append(("Link", links.joined(separator: ", "))) }
        return resource
    }

    private func address(of fields: [String: String], page: Int) -> String {
        var fields = fields
        fields["page"] = "\(page)"
        let route = fields.removeValue(forKey: Self.routeField) ?? ""
        let query = fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        return snapshot.behaviour.usesPlainPermalinks
            ? "\(snapshot.site)/?rest_route=\(route)&\(query)" : "\(snapshot.site)/wp-json\(route)?\(query)"
    }

    /// The field name that passes the route among the fields.
    static let routeField = " route"

    // MARK: Posts

    private func posts(_ fields: [String: String]) -> [SampleWordPressPost] {
        var posts = snapshot.posts
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

    private func rendered(_ html: String, isProtected: Bool? = nil) -> OrderedJSON {
        .object([("rendered", .string(html))] + (isProtected.map { [("protected", .bool($0))] } ?? []))
    }

    private func post(_ fields: [String: String], _ post: SampleWordPressPost) -> OrderedJSON {
        let body = SampleWordPressContentWriter(
            post: post, site: snapshot.site, usesClassicEditor: snapshot.behaviour.usesClassicEditor)
        let at = TimestampFormatter(post.publishedAt).rfc3339.dropLast()
        let isProtected = snapshot.isProtected(post)
        let members: [(String, OrderedJSON)] = [
            ("id", .number(post.id)), ("date", .string(String(at))), ("date_gmt", .string(String(at))),
            ("guid", rendered(XMLEscaping.escaped("\(snapshot.site)/?p=\(post.id)"))),
            ("modified", .string(String(at))),
            ("modified_gmt", .string(String(at))), ("slug", .string(post.slug)), ("status", .string("publish")),
            ("type", .string("post")), ("link", .string(snapshot.link(post))),
            ("title", rendered(XMLEscaping.escaped(snapshot.title(of: post)))),
            ("content", rendered(isProtected ? "" : body.html, isProtected: isProtected)),
            ("excerpt", rendered(isProtected ? "" : body.excerpt, isProtected: isProtected)),
            ("author", .number(post.authorID)),
            ("featured_media", .number(post.story.picture == nil ? 0 : post.id + 1)),
            ("comment_status", .string(snapshot.isOpen(post) ? "open" : "closed")), ("ping_status", .string("open")),
            ("sticky", .bool(false)), ("format", .string("standard")),
            ("categories", .array(post.categories.map { .number($0.id) })),
        ]
        let wanted = fields["_fields"].map { Set($0.split(separator: ",").map(String.init)) }
        let kept = wanted.map { wanted in members.filter { wanted.contains($0.0) } } ?? members
        return .object(fields["_embed"] == nil ? kept : kept + [("_embedded", embedded(post))])
    }

    private func embedded(_ post: SampleWordPressPost) -> OrderedJSON {
        var members: [(String, OrderedJSON)] = [
            (
                "author",
                .array([.object([("id", .number(post.authorID)), ("name", .string(post.story.byline ?? ""))])])
            ),
            (
                "wp:term",
                .array([
                    .array(post.categories.map { term($0.id, $0.slug, $0.name, "category") }),
                    .array(post.tags.enumerated().map { term(900 + $0.offset, $0.element, $0.element, "post_tag") }),
                ])
            ),
        ]
        if post.story.picture != nil { members.append(("wp:featuredmedia", .array([media(post)]))) }
        return .object(members)
    }

    private func term(_ id: Int, _ slug: String, _ name: String, _ taxonomy: String) -> OrderedJSON {
        .object([
            ("id", .number(id)), ("slug", .string(slug)), ("name", .string(XMLEscaping.escaped(name))),
            ("taxonomy", .string(taxonomy)),
        ])
    }

    private func category(_ category: SampleWordPressCategory) -> OrderedJSON {
        .object([
            ("id", .number(category.id)), ("count", .number(snapshot.posts(in: category).count)),
            ("description", .string("")), ("link", .string("\(snapshot.site)/category/\(category.slug)/")),
            ("name", .string(XMLEscaping.escaped(category.name))), ("slug", .string(category.slug)),
            ("taxonomy", .string("category")), ("parent", .number(0)),
        ])
    }

    private func media(_ post: SampleWordPressPost) -> OrderedJSON {
        let picture = post.story.picture
        let size = SamplePicture.pictures(of: post.story).first?.size ?? .landscape
        let large = size.scaled(toWidth: 1024)
        func file(_ name: String, _ width: Int, _ height: Int, _ copy: String) -> (String, OrderedJSON) {
            (
                name,
                .object([
                    ("width", .number(width)), ("height", .number(height)), ("mime_type", .string("image/jpeg")),
                    ("source_url", .string(snapshot.site + post.picturePath(0, copy: copy))),
                ])
            )
        }
        return .object([
            ("id", .number(post.id + 1)), ("type", .string("attachment")), ("media_type", .string("image")),
            ("mime_type", .string("image/webp")), ("alt_text", .string(picture?.alt ?? "")),
            (
                "caption",
                rendered(
                    "<p>\(XMLEscaping.escaped(picture?.caption ?? "")) Photo by \(XMLEscaping.escaped(picture?.credit ?? ""))</p>"
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
            ("source_url", .string(snapshot.site + post.picturePath(0))),
        ])
    }

    // MARK: Comments

    private func asksForProtected(_ fields: [String: String]) -> Bool {
        let ids = (fields["post"] ?? "").split(separator: ",").compactMap { Int($0) }
        return snapshot.posts.contains { ids.contains($0.id) && snapshot.isProtected($0) }
    }

    /// Returns the approved comments without pingbacks, with their posts.
    private func comments(_ fields: [String: String]) -> [(SampleWordPressComment, SampleWordPressPost)] {
        let wanted = fields["post"].map { $0.split(separator: ",").compactMap { Int($0) } }
        let posts = snapshot.posts.filter { post in wanted.map { $0.contains(post.id) } ?? true }
        let all = posts.flatMap { post in snapshot.comments(of: post).map { ($0, post) } }
            .filter { !$0.0.isPending && !$0.0.isPingback }
        return fields["order"] == "asc" ? all : all.reversed()
    }

    private func comment(_ comment: SampleWordPressComment, on post: SampleWordPressPost) -> OrderedJSON {
        let at = String(TimestampFormatter(snapshot.date(of: comment, on: post)).rfc3339.dropLast())
        return .object([
            ("id", .number(comment.id)), ("post", .number(post.id)), ("parent", .number(comment.parent ?? 0)),
            ("author", .number(comment.isByAuthor ? post.authorID : 0)), ("author_name", .string(comment.name)),
            ("author_url", .string(comment.site ?? "")), ("date", .string(at)), ("date_gmt", .string(at)),
            ("content", rendered(comment.paragraphs)),
            ("link", .string("\(snapshot.link(post))#comment-\(comment.id)")),
            ("status", .string("approved")), ("type", .string("comment")),
        ])
    }
}
