internal import Foundation
internal import Synchronization

final class SampleWordPressState: Sendable {
    private struct Values {
        var behaviour = SampleWordPressBehaviour()
        var visitors = SampleWordPressVisitors()
    }

    private let current = Mutex(Values())

    var behaviour: SampleWordPressBehaviour { current.withLock { $0.behaviour } }
    var visitors: SampleWordPressVisitors { current.withLock { $0.visitors } }

    func update(_ work: (inout SampleWordPressBehaviour) -> Void) { current.withLock { work(&$0.behaviour) } }
    func updateVisitors(_ work: (inout SampleWordPressVisitors) -> Void) { current.withLock { work(&$0.visitors) } }

    /// Decides about a comment and stores it under one lock, so that two simultaneous comments are judged one after the
    /// other.
    func receive(
        _ decide: (SampleWordPressBehaviour, SampleWordPressVisitors) -> SampleWordPressReceiver.Decision
    ) -> SampleResource {
        current.withLock { values in
            let decision = decide(values.behaviour, values.visitors)
            return decision.answer(decision.comment.map { values.visitors.add($0) } ?? 0)
        }
    }
}

/// A handler of feeds, pages, REST API and images.
struct SampleWordPressHandler: Sendable {
    let publication: Publication
    let directory: SiteDirectory
    let state: SampleWordPressState
    let now: @Sendable () -> Date

    private func snapshot(
        _ behaviour: SampleWordPressBehaviour, _ visitors: SampleWordPressVisitors, _ fields: [String: String] = [:]
    ) -> SampleWordPressSnapshot {
        SampleWordPressSnapshot(
            publication: publication, site: directory.sites[publication.slug] ?? "", behaviour: behaviour,
            startAt: directory.startAt, now: now(), visitors: visitors, fields: fields)
    }

    func resource(_ record: RequestRecord) async -> SampleResource? {
        let isForInterface =
            record.path == "/wp-json/wp/v2/comments" || record.query?.hasPrefix("rest_route=/wp/v2/comments") == true
        guard record.path == "/wp-comments-post.php" || record.method == "POST" && isForInterface else {
            return await resource(record.path, record.query)
        }
        return state.receive { behaviour, visitors in
            let snapshot = snapshot(behaviour, visitors)
            let receiver = SampleWordPressReceiver(snapshot: snapshot, visitors: visitors.comments)
            return isForInterface ? receiver.apiDecision(record) : receiver.decision(record)
        }
    }

    private func resource(_ path: String, _ query: String?) async -> SampleResource? {
        let fields = Self.queryFields(query)
        let snapshot = snapshot(state.behaviour, state.visitors, fields)
        if let barrier = SampleWordPressBarrier(snapshot: snapshot).resource(path, fields) { return barrier }
        if let route = fields["rest_route"] { return restResource(snapshot, route, fields) }
        if path == "/wp-json" || path.hasPrefix("/wp-json/") {
            return snapshot.behaviour.usesPlainPermalinks
                ? nil : restResource(snapshot, String(path.dropFirst("/wp-json".count)), fields)
        }
        if path.hasPrefix("/wp-content/uploads/") { return await image(path, snapshot) }
        if path == "/icon.png" || path == "/favicon.ico" {
            return PublicationMark.resource(path, of: publication.slug, modifiedAt: directory.startAt)
        }
        if path == "/robots.txt" { return SampleResource("User-agent: *\nAllow: /\n", contentType: "text/plain") }
        let steps = path.split(separator: "/").map(String.init)
        if steps.isEmpty { return front(snapshot, fields) }
        if steps == ["feed"] { return feed(snapshot, snapshot.posts, snapshot.publication.name, path, fields) }
        if steps.first == "category", steps.count >= 2 { return category(snapshot, steps, path, fields) }
        if steps == ["comments", "feed"] { return comments(snapshot) }
        return story(snapshot, steps, fields)
    }

    private func restResource(_ snapshot: SampleWordPressSnapshot, _ route: String, _ fields: [String: String])
        -> SampleResource
    {
        var fields = fields
        fields["rest_route"] = nil
        fields[SampleWordPressRESTHandler.routeField] = route
        return SampleWordPressRESTHandler(snapshot: snapshot).resource(route, fields)
    }

    // MARK: Lists

    private func front(_ snapshot: SampleWordPressSnapshot, _ fields: [String: String]) -> SampleResource? {
        if let number = fields["p"].flatMap({ Int($0) }) {
            guard let post = snapshot.posts.first(where: { $0.id == number }) else { return nil }
            if fields["feed"] != nil { return commentFeed(snapshot, post) }
            if snapshot.behaviour.usesPlainPermalinks {
                return postPage(snapshot, post, fields["cpage"].flatMap { Int($0) })
            }
            var redirect = SampleResource("", contentType: "text/html; charset=UTF-8", status: 301)
            redirect.headers = [("Location", snapshot.link(post))]
            return redirect
        }
        if fields["feed"] == "rss2" { return feed(snapshot, snapshot.posts, publication.name, "/?feed=rss2", fields) }
        if fields["feed"] == "comments-rss2" { return comments(snapshot) }
        return html(
            snapshot, SampleWordPressPageWriter(snapshot: snapshot).list(snapshot.posts, title: publication.name))
    }

    private func category(
        _ snapshot: SampleWordPressSnapshot, _ steps: [String], _ path: String, _ fields: [String: String]
    ) -> SampleResource? {
        guard let category = SampleWordPressCategory.named(steps[1]) else { return nil }
        let posts = snapshot.posts(in: category)
        let title = "\(category.name) – \(publication.name)"
        if steps.count == 3, steps[2] == "feed" { return feed(snapshot, posts, title, path, fields) }
        return steps.count == 2
            ? html(snapshot, SampleWordPressPageWriter(snapshot: snapshot).list(posts, title: title)) : nil
    }

    private func feed(
        _ snapshot: SampleWordPressSnapshot, _ posts: [SampleWordPressPost], _ title: String, _ path: String,
        _ fields: [String: String]
    ) -> SampleResource? {
        let number = max(1, fields["paged"].flatMap { Int($0) } ?? 1)
        let shown = Array(
            posts.dropFirst((number - 1) * snapshot.behaviour.feedLength).prefix(snapshot.behaviour.feedLength))
        // Pages after the last do not exist.
        guard number == 1 || !shown.isEmpty else { return nil }
        let text = SampleWordPressFeedWriter(snapshot: snapshot).stories(shown, title: title, at: path)
        var resource = SampleResource(text, contentType: "application/rss+xml; charset=UTF-8")
        resource.modifiedAt = shown.first?.publishedAt
        resource.headers = restLink(snapshot)
        return resource
    }

    private func comments(_ snapshot: SampleWordPressSnapshot) -> SampleResource? {
        snapshot.posts.first { !snapshot.comments(of: $0).isEmpty }.flatMap { commentFeed(snapshot, $0) }
    }

    private func commentFeed(_ snapshot: SampleWordPressSnapshot, _ post: SampleWordPressPost) -> SampleResource? {
        guard snapshot.behaviour.hasCommentFeeds else { return nil }
        return SampleResource(
            SampleWordPressFeedWriter(snapshot: snapshot).comments(of: post),
            contentType: "application/rss+xml; charset=UTF-8")
    }

    // MARK: Stories

    /// Returns the response at `2026/11/21/slug` and below; nil for other paths.
    private func story(_ snapshot: SampleWordPressSnapshot, _ steps: [String], _ fields: [String: String])
        -> SampleResource?
    {
        guard steps.count >= 4, !snapshot.behaviour.usesPlainPermalinks,
            let post = snapshot.posts.first(where: { $0.slug == steps[3] }),
            post.path.hasPrefix("/" + steps.prefix(4).joined(separator: "/"))
        else { return nil }
        switch steps.count > 4 ? steps[4] : "" {
        case "": return postPage(snapshot, post, fields["cpage"].flatMap { Int($0) })
        case "feed": return commentFeed(snapshot, post)
        case let step where step.hasPrefix("comment-page-"):
            return Int(step.dropFirst("comment-page-".count)).flatMap { postPage(snapshot, post, $0) }
        default: return nil
        }
    }

    private func postPage(_ snapshot: SampleWordPressSnapshot, _ post: SampleWordPressPost, _ number: Int?)
        -> SampleResource
    {
        var text = SampleWordPressPageWriter(snapshot: snapshot).story(post, page: number)
        for (old, new) in snapshot.behaviour.replacements { text = text.replacing(old, with: new) }
        if let count = snapshot.behaviour.cutsPagesAfter { text = Self.cut(text, after: count) }
        return html(snapshot, text)
    }

    /// Cuts a page in the middle of the comment after this many.
    private static func cut(_ text: String, after count: Int) -> String {
        let mark = "<div class=\"comment-content\">"
        let parts = text.components(separatedBy: mark)
        guard parts.count > count + 1 else { return text }
        return parts.prefix(count + 1).joined(separator: mark) + mark + "\n<p>It was"
    }

    private func html(_ snapshot: SampleWordPressSnapshot, _ text: String) -> SampleResource {
        var resource = SampleResource(text, contentType: "text/html; charset=UTF-8")
        resource.hasEntityTag = snapshot.behaviour.pagesHaveEntityTags
        resource.headers = restLink(snapshot)
        return resource
    }

    private func restLink(_ snapshot: SampleWordPressSnapshot) -> [(name: String, value: String)] {
        snapshot.behaviour.advertisesWordPress ? [("Link", "<\(snapshot.restRoot)>; rel=\"https://api.w.org/\"")] : []
    }

    // MARK: Images

    private func image(_ path: String, _ snapshot: SampleWordPressSnapshot) async -> SampleResource? {
        for post in snapshot.posts {
            for (index, picture) in SamplePicture.pictures(of: post.story).enumerated() {
                let whole = post.picturePath(index).dropLast(4)
                guard path.hasPrefix(whole), path.hasSuffix(".jpg") else { continue }
                let copy = path.dropFirst(whole.count).dropLast(4)
                let sides = copy.dropFirst().split(separator: "x").compactMap { Int($0) }
                guard copy.isEmpty || copy.first == "-" && sides.count == 2 else { continue }
                return await picture.resource(
                    width: sides.first, height: sides.last, modifiedAt: directory.startAt)
            }
        }
        return nil
    }

    private static func queryFields(_ query: String?) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            fields[parts[0]] = parts.count > 1 ? parts[1].removingPercentEncoding ?? parts[1] : ""
        }
        return fields
    }
}
