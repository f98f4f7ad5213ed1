internal import Foundation

/// A handler of the institute's news API, pictures in three sizes, and website.
struct SampleMITNewsHandler: Sendable {
    let site: PublicationHandler
    /// The stories of other publications, listed as clippings.
    let schedule: PublicationSchedule
    let state: SampleMITNewsState

    private static let apiPath = "/apis/news"
    private static let contentType = "application/json; charset=utf-8"
    /// The number of clippings per publication.
    private static let clippedPublications = [
        ("orrery", 9), ("loom", 7), ("field-and-hedgerow", 6), ("harbour-post", 4),
    ]

    func resource(_ path: String, _ query: String?, huge: Int?) async -> SampleResource? {
        if path == Self.apiPath || path.hasPrefix(Self.apiPath + "/") {
            return apiResource(path.dropFirst(Self.apiPath.count), query)
        }
        if let picture = SampleMITNewsImage(path: path) { return await image(picture) }
        return await site.resource(path, query, huge: huge)
    }

    // MARK: API

    private func apiResource(_ path: Substring, _ query: String?) -> SampleResource {
        let behaviour = state.behaviour
        if let wanted = behaviour.requiresTrailingSlash, path.hasSuffix("/") != wanted {
            return error(404, "There is nothing here.")
        }
        let parts = path.split(separator: "/")
        switch (parts.first, parts.dropFirst().first) {
        case ("categories", nil): return categories(behaviour)
        case ("stories", nil): return stories(query, behaviour)
        case ("stories", let id?) where parts.count == 2: return story(String(id), behaviour)
        default: return error(404, "There is nothing here.")
        }
    }

    private func error(_ status: Int, _ message: String) -> SampleResource {
        SampleResource(
            OrderedJSON.object([("error", .string(message))]).serialized, contentType: Self.contentType, status: status)
    }

    private func jsonResource(_ value: OrderedJSON, cache: String?, _ behaviour: SampleMITNewsBehaviour)
        -> SampleResource
    {
        var resource = SampleResource(value.serialized, contentType: Self.contentType, cacheControl: cache)
        resource.hasEntityTag = behaviour.hasEntityTags
        return resource
    }

    private func categories(_ behaviour: SampleMITNewsBehaviour) -> SampleResource {
        let all = behaviour.reversesCategories ? SampleMITNewsCategory.all.reversed() : SampleMITNewsCategory.all
        return jsonResource(
            .array(all.map(writer(behaviour).category)), cache: behaviour.categoriesCacheControl, behaviour)
    }

    private func stories(_ query: String?, _ behaviour: SampleMITNewsBehaviour) -> SampleResource {
        let parameters: SampleMITNewsQuery
        do { parameters = try SampleMITNewsQuery(query) } catch { return self.error(400, error.message) }
        var found = visibleStories(behaviour)
        if let id = parameters.category {
            guard let category = SampleMITNewsCategory.named(id) else {
                return error(404, "There is no category “\(id)”.")
            }
            found = found.filter { belongs($0, to: category) }
        }
        if let text = parameters.searchText { found = found.filter { $0.contains(text.split(separator: " ")) } }
        if parameters.isFeaturedOnly { found = found.filter(\.isFeatured) }
        let shown = found.dropFirst(parameters.offset).prefix(parameters.limit)
        // Search results are not cacheable.
        let cache = parameters.searchText == nil ? behaviour.storiesCacheControl : "no-store"
        var resource = jsonResource(.array(shown.map(writer(behaviour).story)), cache: cache, behaviour)
        if found.count > parameters.offset + parameters.limit, let link = nextPageLink(after: parameters, behaviour) {
            resource.headers.append(("Link", link))
        }
        return resource
    }

    private func story(_ id: String, _ behaviour: SampleMITNewsBehaviour) -> SampleResource {
        guard let story = visibleStories(behaviour).first(where: { "\($0.number)" == id }) else {
            return error(404, "There is no story “\(id)”.")
        }
        return jsonResource(writer(behaviour).story(story), cache: behaviour.storiesCacheControl, behaviour)
    }

    private func nextPageLink(after parameters: SampleMITNewsQuery, _ behaviour: SampleMITNewsBehaviour) -> String? {
        let slash = behaviour.requiresTrailingSlash == true ? "/" : ""
        let path = "\(Self.apiPath)/stories\(slash)"
        let next = "\(baseURL)\(path)?\(parameters.nextPage.queryString)"
        var first = parameters
        first.offset = 0
        switch behaviour.paginationLink {
        case .next: return "<\(next)>; rel=\"next\""
        case .multipleRelations:
            return "<\(baseURL)\(path)?\(first.queryString)>; rel=first; title=\"The newest, and best\", "
                + "<\(next)>; title=\"More; \\\"older\\\"\"; rel=\"alternate next\", <\(baseURL)/>; rel=\"up\""
        case .relative: return "<?\(parameters.nextPage.queryString)>; rel=next"
        case .opaqueCursor: return "<\(baseURL)\(path)?cursor=\(parameters.nextPage.cursor)>; rel=\"next\""
        case .otherHost: return "<http://stories.example\(path)?\(parameters.nextPage.queryString)>; rel=\"next\""
        case .absent: return nil
        }
    }

    private var baseURL: String { site.directory.sites[site.publication.slug] ?? "" }

    private func writer(_ behaviour: SampleMITNewsBehaviour) -> SampleMITNewsWriter {
        SampleMITNewsWriter(behaviour: behaviour, site: baseURL, sites: site.directory.sites)
    }

    // MARK: Stories

    /// Returns true if a category lists a story: "Latest" lists the institute's stories of every category.
    private func belongs(_ story: SampleMITNewsStory, to category: SampleMITNewsCategory) -> Bool {
        story.category == category || (category.slug == "latest" && !story.isClipping)
    }

    /// Returns the stories, newest first.
    private func visibleStories(_ behaviour: SampleMITNewsBehaviour) -> [SampleMITNewsStory] {
        guard !behaviour.isEmpty else { return [] }
        let all = insertedStories(behaviour.insertedStoryCount) + ownStories + clippings
        return all.filter { !behaviour.removedSlugs.contains($0.slug) }
            .sorted { ($0.published.publishedAt, $0.number) > ($1.published.publishedAt, $1.number) }
    }

    private var ownStories: [SampleMITNewsStory] {
        let written = site.publication.stories.map(\.slug)
        return site.schedule.stories(of: site.publication.slug, at: site.now()).map { published in
            let category = published.story.topics.first.flatMap(SampleMITNewsCategory.named)
            return SampleMITNewsStory(
                published: published, number: 4000 + (written.firstIndex(of: published.story.slug) ?? 0),
                category: category ?? SampleMITNewsCategory.all[0], isClipping: false)
        }
    }

    private var clippings: [SampleMITNewsStory] {
        Self.clippedPublications.enumerated().flatMap { index, publication in
            let matching = (schedule.stories[publication.0] ?? []).filter {
                $0.story.kind != .note && $0.story.age == nil && $0.home == publication.0
                    && $0.publishedAt <= site.now()
            }
            return matching.prefix(publication.1).map { published in
                SampleMITNewsStory(
                    published: published,
                    number: 9000 + Int(SeededRandom.seed(of: published.story.slug) % 900) + 1000 * index,
                    category: SampleMITNewsCategory.all[1], isClipping: true)
            }
        }
    }

    /// Returns stories published while a reader pages through the list.
    private func insertedStories(_ count: Int) -> [SampleMITNewsStory] {
        (0..<count).map { number in
            var published = GeneratedStory(part: 77, number: number).published(
                by: site.publication.slug, before: site.directory.startAt)
            published.publishedAt = site.now().addingTimeInterval(Double(number - count))
            return SampleMITNewsStory(
                published: published, number: 20_000 + number,
                category: SampleMITNewsCategory.all[number % SampleMITNewsCategory.all.count], isClipping: false)
        }
    }

    // MARK: Images

    private func image(_ picture: SampleMITNewsImage) async -> SampleResource? {
        guard let story = site.publication.stories.first(where: { $0.slug == picture.slug }),
            story.pictures.indices.contains(picture.index)
        else { return nil }
        let whole = SamplePicture.pictures(of: story)[picture.index]
        return await whole.resource(
            width: picture.style.size(of: whole.size).width, modifiedAt: site.directory.startAt)
    }
}
