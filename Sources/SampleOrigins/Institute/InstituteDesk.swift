internal import Foundation

/// Answers for the institute: its news interface, its pictures in three sizes, and a site like any publication's.
struct InstituteDesk: Sendable {
    /// The institute's own site.
    let site: PublicationDesk
    /// What other publications have told of it, which the interface lists as clippings.
    let town: Almanac
    let book: InstituteBook

    private static let root = "/apis/news"
    private static let json = "application/json; charset=utf-8"
    /// Publications that tell of science, and how many of their stories are listed.
    private static let witnesses = [("orrery", 9), ("loom", 7), ("field-and-hedgerow", 6), ("harbour-post", 4)]

    func page(_ path: String, _ query: String?, huge: Int?) async -> SamplePage? {
        if path == Self.root || path.hasPrefix(Self.root + "/") {
            return interface(path.dropFirst(Self.root.count), query)
        }
        if let picture = InstitutePicture(path: path) { return await developed(picture) }
        return await site.page(path, query, huge: huge)
    }

    // MARK: The interface

    private func interface(_ path: Substring, _ query: String?) -> SamplePage {
        let manners = book.manners
        if let wanted = manners.wantsSlash, path.hasSuffix("/") != wanted {
            return error(404, "There is nothing here.")
        }
        let parts = path.split(separator: "/")
        switch (parts.first, parts.dropFirst().first) {
        case ("categories", nil): return categories(manners)
        case ("stories", nil): return stories(query, manners)
        case ("stories", let id?) where parts.count == 2: return story(String(id), manners)
        default: return error(404, "There is nothing here.")
        }
    }

    private func error(_ status: Int, _ words: String) -> SamplePage {
        SamplePage(
            JSONText.object([("error", .text(words))]).written, contentType: Self.json, status: status)
    }

    private func answer(_ value: JSONText, cache: String?, _ manners: InstituteManners) -> SamplePage {
        var page = SamplePage(value.written, contentType: Self.json, cacheControl: cache)
        page.hasEntityTag = manners.hasEntityTags
        return page
    }

    private func categories(_ manners: InstituteManners) -> SamplePage {
        let all = manners.isTurned ? InstituteDepartment.all.reversed() : InstituteDepartment.all
        return answer(.list(all.map(writer(manners).department)), cache: manners.categoriesCache, manners)
    }

    private func stories(_ query: String?, _ manners: InstituteManners) -> SamplePage {
        let question: InstituteQuestion
        do { question = try InstituteQuestion(query) } catch { return self.error(400, error.words) }
        var found = known(manners)
        if let id = question.category {
            guard let department = InstituteDepartment.named(id) else {
                return error(404, "There is no category “\(id)”.")
            }
            found = found.filter { belongs($0, to: department) }
        }
        if let words = question.words { found = found.filter { $0.contains(words.split(separator: " ")) } }
        if question.isFeaturedOnly { found = found.filter(\.isFeatured) }
        let shown = found.dropFirst(question.offset).prefix(question.limit)
        // What was looked for is not to be kept.
        let cache = question.words == nil ? manners.storiesCache : "no-store"
        var page = answer(.list(shown.map(writer(manners).story)), cache: cache, manners)
        if found.count > question.offset + question.limit, let link = link(after: question, manners) {
            page.headers.append(("Link", link))
        }
        return page
    }

    private func story(_ id: String, _ manners: InstituteManners) -> SamplePage {
        guard let story = known(manners).first(where: { "\($0.number)" == id }) else {
            return error(404, "There is no story “\(id)”.")
        }
        return answer(writer(manners).story(story), cache: manners.storiesCache, manners)
    }

    private func link(after question: InstituteQuestion, _ manners: InstituteManners) -> String? {
        let slash = manners.wantsSlash == true ? "/" : ""
        let path = "\(Self.root)/stories\(slash)"
        let next = "\(home)\(path)?\(question.next.text)"
        var first = question
        first.offset = 0
        switch manners.linking {
        case .next: return "<\(next)>; rel=\"next\""
        case .several:
            return "<\(home)\(path)?\(first.text)>; rel=first; title=\"The newest, and best\", "
                + "<\(next)>; title=\"More; \\\"older\\\"\"; rel=\"alternate next\", <\(home)/>; rel=\"up\""
        case .relative: return "<?\(question.next.text)>; rel=next"
        case .opaque: return "<\(home)\(path)?cursor=\(question.next.cursor)>; rel=\"next\""
        case .elsewhere: return "<http://stories.example\(path)?\(question.next.text)>; rel=\"next\""
        case .absent: return nil
        }
    }

    private var home: String { site.sites.sites[site.publication.slug] ?? "" }

    private func writer(_ manners: InstituteManners) -> InstituteWriter {
        InstituteWriter(manners: manners, site: home, sites: site.sites.sites)
    }

    // MARK: Stories

    /// Latest holds what the institute itself tells, wherever else it stands.
    private func belongs(_ story: InstituteStory, to department: InstituteDepartment) -> Bool {
        story.department == department || (department.word == "latest" && !story.isClipping)
    }

    /// Newest first.
    private func known(_ manners: InstituteManners) -> [InstituteStory] {
        guard !manners.isEmpty else { return [] }
        let all = inserted(manners.inserted) + own + clippings
        return all.filter { !manners.withdrawn.contains($0.slug) }
            .sorted { ($0.published.publishedAt, $0.number) > ($1.published.publishedAt, $1.number) }
    }

    private var own: [InstituteStory] {
        let written = site.publication.stories.map(\.slug)
        return site.almanac.stories(of: site.publication.slug, at: site.now()).map { published in
            let department = published.story.topics.first.flatMap(InstituteDepartment.named)
            return InstituteStory(
                published: published, number: 4000 + (written.firstIndex(of: published.story.slug) ?? 0),
                department: department ?? InstituteDepartment.all[0], isClipping: false)
        }
    }

    private var clippings: [InstituteStory] {
        Self.witnesses.enumerated().flatMap { place, witness in
            let told = (town.stories[witness.0] ?? []).filter {
                $0.story.kind != .note && $0.home == witness.0 && $0.publishedAt <= site.now()
            }
            return told.prefix(witness.1).map { published in
                InstituteStory(
                    published: published,
                    number: 9000 + Int(Dice.seed(of: published.story.slug) % 900) + 1000 * place,
                    department: InstituteDepartment.all[1], isClipping: true)
            }
        }
    }

    /// Stories that came in while somebody was reading on.
    private func inserted(_ count: Int) -> [InstituteStory] {
        (0..<count).map { number in
            var published = Bulletin(part: 77, number: number).published(
                by: site.publication.slug, before: site.sites.startAt)
            published.publishedAt = site.now().addingTimeInterval(Double(number - count))
            return InstituteStory(
                published: published, number: 20_000 + number,
                department: InstituteDepartment.all[number % InstituteDepartment.all.count], isClipping: false)
        }
    }

    // MARK: Pictures

    private func developed(_ picture: InstitutePicture) async -> SamplePage? {
        guard let story = site.publication.stories.first(where: { $0.slug == picture.slug }),
            story.pictures.indices.contains(picture.place)
        else { return nil }
        let illustration = story.pictures[picture.place]
        let size = PictureSize(of: illustration, in: story, at: picture.place)
        let order = PictureOrder(
            illustration: illustration, palette: site.publication.palette, size: size,
            seed: "\(site.publication.slug)/\(picture.slug)-\(picture.place)")
        let width = picture.style.size(of: size).width
        guard let bytes = await site.darkroom.jpeg(order, width: width) else { return nil }
        return SamplePage(
            bytes, contentType: "image/jpeg", cacheControl: "public, max-age=86400", modifiedAt: site.sites.startAt)
    }
}
