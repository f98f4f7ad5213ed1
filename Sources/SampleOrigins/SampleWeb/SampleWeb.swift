internal import Caching
internal import Foundation

/// The wider web that stories link to: every kind of article page on one origin.
public struct SampleWeb: Sendable {
    /// The scheme for links to these pages in content files, as in `outland:/path`.
    public static let slug = "outland"
    /// The server of all pages.
    public let origin: SampleOrigin

    init(directory: SiteDirectory) {
        // The pages are parsed once the address is known.
        let parsedPages = BoundedCache<String, [SampleWebPage]>(maxCount: 2)
        origin = SampleOrigin(name: Self.slug) { request, _ in
            let site = directory.sites[Self.slug] ?? ""
            let (path, target) = (request.path, request.target)
            let pages = parsedPages.value(for: site) { Self.pages(at: site) }
            if let found = pages.first(where: { $0.path == target }) ?? pages.first(where: { $0.path == path }) {
                if found.delay > 0 {
                    // Cancellation ends the delay.
                    do { try await Task.sleep(for: .seconds(found.delay)) } catch { return nil }
                }
                return found.resource
            }
            if path == "/" { return SampleResource(Self.list(of: pages), contentType: "text/html; charset=utf-8") }
            return await Self.picture(path, directory)
        }
    }

    /// Runs the sample web alone during `body`.
    public static func open<Result>(_ body: (SampleWeb) async throws -> Result) async throws -> Result {
        let directory = SiteDirectory(startAt: Date(timeIntervalSince1970: 1_795_252_800))
        let web = SampleWeb(directory: directory)
        try await web.origin.listen()
        directory.sites = [Self.slug: web.origin.site]
        do {
            let result = try await body(web)
            await web.origin.close()
            return result
        } catch {
            await web.origin.close()
            throw error
        }
    }

    /// The pages in the order of the content file.
    public var pages: [SampleWebPage] { Self.pages(at: origin.site) }

    private static func pages(at site: String) -> [SampleWebPage] {
        SampleWebParser(site: site).pages(in: EmbeddedContent.text(of: slug))
    }

    /// Returns an index of the pages, with enough text to be an article.
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

    /// Returns a picture such as `/pictures/harbour-regatta.jpg`, where the part before the hyphen names the kind.
    private static func picture(_ path: String, _ directory: SiteDirectory) async -> SampleResource? {
        guard path.hasPrefix("/pictures/"), path.hasSuffix(".jpg") else { return nil }
        let name = String(path.dropFirst(10).dropLast(4))
        let kind = ["night-sky", "still-life"].first { name.hasPrefix($0) } ?? String(name.prefix { $0 != "-" })
        let illustration = Illustration(kind: kind, subject: name, caption: "", credit: "", alt: "")
        return await SamplePicture.fitting(illustration, seed: path, isLandscape: true)[0]
            .resource(modifiedAt: directory.startAt)
    }
}

/// A page and its expected extraction.
public struct SampleWebPage: Sendable {
    /// The expected result of extracting an article from a page.
    public struct ExpectedArticle: Sendable, Equatable {
        /// The title; nil if the content file names none.
        public var title: String?
        /// The author's name; nil if the content file names none.
        public var byline: String?
        /// The first words of the text; nil if the content file names none.
        public var firstWords: String?
        /// The last words of the text; nil if the content file names none.
        public var lastWords: String?
        /// The number of words; nil if the content file names none.
        public var wordCount: Int?
        /// The number of pictures; nil if the content file names none.
        public var pictureCount: Int?
        /// The words of the message that there is no article; nil if there is one.
        public var refusalText: String?
    }

    /// The path with the query.
    public var path: String
    /// The extraction that tests expect.
    public var expected: ExpectedArticle
    /// True if the index lists the page.
    public var isListed: Bool
    var resource: SampleResource
    /// The delay of the response in seconds.
    var delay: Int
}
