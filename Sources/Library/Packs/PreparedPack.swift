import Foundation
import Markup
import News
import Packs
import URLs

/// A pack that is decoded, compressed and put in order before the transaction, to keep the transaction short.
struct PreparedPack: Sendable {
    struct Page: Sendable {
        var page: PackPage
        var story: PreparedStory
        /// The position among the siblings, from 0.
        var position: Int
        var childCount: Int
        /// The page's own or inherited colour.
        var colour: PackColour?
        var ground: Int?
        var place: PackPlace?
    }

    let pack: Pack
    /// The pages, depth-first.
    private(set) var pages: [Page] = []
    let baseMap: CompressedText?

    var manifest: PackManifest { pack.manifest }

    /// - Throws: `PackError` if the pack does not have exactly one root page; `LibraryError`.
    init(_ pack: Pack, now: Date) throws {
        self.pack = pack
        baseMap = try pack.baseMap.map { try CompressedText(JSONColumn.encode($0)) }
        let tree = PackTree(pack.pages)
        guard tree.roots.count == 1 else { throw PackError.damaged("not exactly one page is the first") }
        let places = Dictionary(pack.places.map { ($0.page, $0) }, uniquingKeysWith: { first, _ in first })
        var colours: [String: PackColour] = [:]
        var grounds: [String: Int] = [:]
        var positions: [String: Int] = [:]
        for page in tree.inOrder {
            let children = tree.children(of: page.slug)
            for (position, child) in children.enumerated() { positions[child.slug] = position }
            colours[page.slug] = page.colour ?? page.parent.flatMap { colours[$0] }
            grounds[page.slug] = page.ground ?? page.parent.flatMap { grounds[$0] }
            pages.append(
                Page(
                    page: page, story: try Self.story(of: page, in: pack.manifest, now: now),
                    position: positions[page.slug] ?? 0, childCount: children.count, colour: colours[page.slug],
                    ground: grounds[page.slug], place: places[page.slug]))
        }
    }

    /// Returns the page as a story without the keys by which stories are grouped, as a page is no duplicate of
    /// anything.
    private static func story(of page: PackPage, in manifest: PackManifest, now: Date) throws -> PreparedStory {
        let cleaned = HTMLSanitizer(base: PackAddress.base).sanitize(page.text.text)
        // The two texts share storage if they are equal.
        let body = cleaned.html.text == page.text.text ? page.text : cleaned.html
        var story = try PreparedStory(
            FetchedStory(
                key: page.slug, title: page.title, link: page.address, body: body, text: cleaned.text,
                original: page.text.text, base: PackAddress.base, language: manifest.languages.first), now: now)
        story.linkKey = nil
        story.titleKey = nil
        return story
    }

    /// Returns the pages of the version before by the slugs of this version's pages.
    func matches(_ known: [PackPageMatcher.Known]) -> [String: PackPageMatcher.Known] {
        PackPageMatcher(known: known, new: pages.map(\.page)).matches
    }
}
