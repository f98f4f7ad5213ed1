internal import Foundation
internal import Synchronization

/// The wider web beyond the town: one origin with a page of every shape that real ones have, for whoever follows a link.
public struct SampleWeb: Sendable {
    /// Its name among the town's sites; `outland:/path` in the content of others means a page here.
    public static let slug = "outland"
    public let origin: SampleOrigin

    init(renderer: ImageRenderer, directory: SiteDirectory) {
        let shelf = SampleWebPageCache()
        origin = SampleOrigin(name: Self.slug) { path, query, _ in
            let site = directory.sites[Self.slug] ?? ""
            let wanted = path + (query.map { "?\($0)" } ?? "")
            let pages = shelf.pages(at: site)
            if let found = pages.first(where: { $0.path == wanted }) ?? pages.first(where: { $0.path == path }) {
                if found.delay > 0 {
                    // Whoever hangs up does not wait for it.
                    do { try await Task.sleep(for: .seconds(found.delay)) } catch { return nil }
                }
                return found.page
            }
            if path == "/" { return SampleResource(Self.list(of: pages), contentType: "text/html; charset=utf-8") }
            return await Self.picture(path, renderer)
        }
    }

    /// Opens the outland alone, and closes it when `body` ends.
    public static func open<Result>(_ body: (SampleWeb) async throws -> Result) async throws -> Result {
        let directory = SiteDirectory(startAt: Date(timeIntervalSince1970: 1_795_252_800))
        let outland = SampleWeb(renderer: ImageRenderer(), directory: directory)
        try await outland.origin.listen()
        directory.sites = [Self.slug: outland.origin.site]
        do {
            let result = try await body(outland)
            await outland.origin.close()
            return result
        } catch {
            await outland.origin.close()
            throw error
        }
    }

    /// Every page, in the order of the content file.
    public var pages: [SampleWebPage] {
        SampleWebParser(site: origin.site).pages(in: EmbeddedContent.text(of: Self.slug))
    }

    /// All pages by their addresses, in prose enough to be a page to read.
    private static func list(of pages: [SampleWebPage]) -> String {
        let lines = pages.filter(\.isListed).map { page in
            "<li><p>A page in its own shape, which stands at the address <a href=\"\(page.path)\">\(page.path)</a>, "
                + "and wants to be read like any other.</p></li>"
        }
        return """
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>All doors of the outland</title></head>
            <body><article><h1>All doors of the outland</h1>
            <p>Behind each of these doors stands a page of another shape: news, letters, tables, walls, ruins. Some open, \
            some say why they do not, and one goes round in a circle for ever, as doors of that kind do.</p>
            <ul>\(lines.joined(separator: "\n"))</ul></article></body></html>
            """
    }

    /// `/pictures/harbour-regatta.jpg` is drawn by the illustrator before the hyphen.
    private static func picture(_ path: String, _ renderer: ImageRenderer) async -> SampleResource? {
        guard path.hasPrefix("/pictures/"), path.hasSuffix(".jpg") else { return nil }
        let name = path.dropFirst(10).dropLast(4)
        let kind = ["night-sky", "still-life"].first { name.hasPrefix($0) } ?? String(name.prefix { $0 != "-" })
        let spec = ImageSpec(
            illustration: Illustration(illustrator: kind, subject: String(name), caption: "", credit: "", alt: ""),
            palette: ImagePalette(ink: "#22313a", second: "#c9803d", paper: "#f2eee2"),
            size: .landscape.scaled(toWidth: 900), seed: path)
        guard let bytes = await renderer.jpeg(spec) else { return nil }
        return SampleResource(bytes, contentType: "image/jpeg", cacheControl: "public, max-age=86400")
    }
}

/// One page of the outland, and how it should be read.
public struct SampleWebPage: Sendable {
    /// What a reader of the page should find.
    public struct ExpectedArticle: Sendable, Equatable {
        public var title: String?
        public var byline: String?
        /// The text's first and last words.
        public var first: String?
        public var last: String?
        public var words: Int?
        public var pictures: Int?
        /// Words that the sentence holds in which it is said that there is no text.
        public var refusal: String?
    }

    /// Path and query.
    public var path: String
    public var expected: ExpectedArticle
    /// Whether the list of all pages names it.
    public var isListed: Bool
    var page: SampleResource
    /// Seconds before it answers.
    var delay: Int
}

/// The outland's pages, read once its address is known.
///
/// Invariant: the pages are those of the site beside them.
final class SampleWebPageCache: Sendable {
    private let cached = Mutex<(site: String, pages: [SampleWebPage])>(("", []))

    func pages(at site: String) -> [SampleWebPage] {
        cached.withLock { kept in
            if kept.pages.isEmpty || kept.site != site {
                kept = (site, SampleWebParser(site: site).pages(in: EmbeddedContent.text(of: SampleWeb.slug)))
            }
            return kept.pages
        }
    }
}
