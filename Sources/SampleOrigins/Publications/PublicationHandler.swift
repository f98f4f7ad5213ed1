internal import Foundation
internal import Synchronization

/// A handler of requests to a publication's site.
struct PublicationHandler: Sendable {
    let publication: Publication
    let schedule: PublicationSchedule
    /// The addresses of all sites, filled once all of them listen.
    let directory: SiteDirectory
    let now: @Sendable () -> Date
    /// The maximum number of stories in a feed.
    var feedLength = Int.max

    func resource(_ path: String, _ query: String?, huge: Int?) async -> SampleResource? {
        switch path {
        case "/": return html(PublicationHomePage(snapshot: snapshot()).html)
        case publication.format.path: return feed(huge, snapshot())
        case _ where PublicationMark.paths.contains(path):
            return PublicationMark.resource(path, of: publication.slug, modifiedAt: directory.startAt)
        case "/robots.txt": return SampleResource("User-agent: *\nAllow: /\n", contentType: "text/plain")
        default: break
        }
        if let rest = suffix(path, after: "/stories/") { return story(rest) }
        if let rest = suffix(path, after: "/pictures/") { return await image(rest, query) }
        if let rest = suffix(path, after: "/recordings/") { return recording(rest) }
        if let rest = suffix(path, after: "/parts/"), let part = Int(rest) {
            return feed(generatedSnapshot(stories: huge ?? 100, part: part))
        }
        return nil
    }

    /// Returns a feed of the stories about a topic, at its own path.
    func topicFeed(_ topic: String, at path: String, huge: Int?) -> SampleResource {
        var part = snapshot(
            schedule.stories(of: publication.slug, at: now()).filter { $0.story.topics.contains(topic) })
        part.feedPath = path
        return feed(huge, part)
    }

    private func suffix(_ path: String, after prefix: String) -> String? {
        path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
    }

    private func snapshot() -> PublicationSnapshot { snapshot(schedule.stories(of: publication.slug, at: now())) }

    private func snapshot(_ stories: [PublishedStory]) -> PublicationSnapshot {
        let sites = directory.sites
        return PublicationSnapshot(
            publication: publication, site: sites[publication.slug] ?? "", sites: sites, stories: stories,
            recordingLength: SampleAudio.byteCount)
    }

    /// Returns a feed.
    /// - Parameter huge: The number of generated stories that replace the snapshot's own; nil for none.
    private func feed(_ huge: Int?, _ snapshot: PublicationSnapshot) -> SampleResource {
        var snapshot = huge.map { generatedSnapshot(stories: $0, part: 0) } ?? snapshot
        snapshot.stories = Array(snapshot.stories.prefix(feedLength))
        return feed(snapshot)
    }

    private func feed(_ snapshot: PublicationSnapshot) -> SampleResource {
        SampleResource(
            snapshot.document(), contentType: publication.format.contentType, cacheControl: "public, max-age=20",
            modifiedAt: snapshot.updatedAt)
    }

    private func html(_ text: String) -> SampleResource {
        SampleResource(text, contentType: "text/html; charset=utf-8", cacheControl: "public, max-age=60")
    }

    /// Returns a story that this site hosts; a reprint stays on its original site.
    private func ownStory(_ slug: String) -> PublishedStory? {
        schedule.stories(of: publication.slug, at: now()).first { $0.story.slug == slug && $0.home == publication.slug }
    }

    private func story(_ slug: String) -> SampleResource? {
        if let number = suffix(slug, after: "bulletin-") { return generatedStory(number) }
        return ownStory(slug).map { html(PublicationStoryPage(snapshot: snapshot(), published: $0).html) }
    }

    private func generatedStory(_ number: String) -> SampleResource? {
        let parts = number.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 2 else { return nil }
        let story = GeneratedStory(part: parts[0], number: parts[1]).published(
            by: publication.slug, before: directory.startAt)
        return html(PublicationStoryPage(snapshot: snapshot(), published: story).html)
    }

    /// Returns a picture of a story.
    /// - Parameter query: `width=480` for a smaller picture; nil for the full size.
    private func image(_ name: String, _ query: String?) async -> SampleResource? {
        for published in schedule.stories(of: publication.slug, at: now()) where published.home == publication.slug {
            for (index, illustration) in published.story.pictures.enumerated()
            where published.picturePath(index) == "/pictures/\(name)" {
                guard !illustration.isMissing else { return nil }
                let requestedWidth = query.flatMap { $0.hasPrefix("width=") ? Int($0.dropFirst(6)) : nil }
                return await SamplePicture.pictures(of: published.story)[index].resource(
                    width: requestedWidth.map { max(16, $0) }, modifiedAt: directory.startAt)
            }
        }
        return nil
    }

    private func recording(_ name: String) -> SampleResource? {
        guard let slug = name.split(separator: ".").first, let published = ownStory(String(slug)),
            published.story.audio != nil
        else { return nil }
        return SampleResource(
            SampleAudio.wav(seed: published.story.slug), contentType: "audio/wav",
            cacheControl: "public, max-age=86400", modifiedAt: published.publishedAt, acceptsRanges: true)
    }

    private func generatedSnapshot(stories: Int, part: Int) -> PublicationSnapshot {
        let listing = (0..<stories).map {
            GeneratedStory(part: part, number: $0).published(by: publication.slug, before: directory.startAt)
        }
        var snapshot = snapshot(listing.sorted { $0.publishedAt > $1.publishedAt })
        if part > 0 { snapshot.publication.name += " \(part)" }
        return snapshot
    }
}
