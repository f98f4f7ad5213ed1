import Library
import Markup
import News
import Pictures
import URLs

/// A page with all images of a story; script shows them one at a time.
struct GalleryPage {
    let id: StoryID

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let list = scope.query["in"].flatMap { StoryList(code: $0) }
        let details = try await scope.library.stories.story(id, for: scope.reader, in: list)
        return GalleryView(scope: scope, details: details, list: list).page()
    }
}

struct GalleryView {
    let scope: RequestScope
    let details: StoryDetails
    let list: StoryList?

    private var row: StoryRow { details.row }

    func page() -> HTMLPage {
        let links = GalleryLinks(scope: scope, details: details, list: list)
        let layout = PageLayout(
            scope: scope, title: row.title, kind: .story, left: .back(.story(row.id, in: list)),
            barTitle: Strings.pictures(links.count), actions: [])
        return HTMLPage(
            layout.document { w in
                w.raw("<section class=\"story\"><header><h1")
                if let language = row.language { w.attribute("lang", language) }
                if row.direction == .rtl { w.raw(" dir=\"rtl\"") }
                w.raw(">")
                w.text(row.title)
                w.raw("</h1><p class=\"byline\">")
                w.text(links.count == 0 ? Strings.noPictures : Strings.pictures(links.count))
                w.raw("</p></header>")
                if links.count > 0 { writePictures(links, &w) }
                w.raw("</section>")
            })
    }

    private func writePictures(_ links: GalleryLinks, _ w: inout HTMLWriter) {
        let clickToLoad = ClickToLoadPictures(scope: scope)
        let pictures = links.gallery.pictures
        clickToLoad.writeForm(
            hiddenCount: pictures.indices.filter { clickToLoad.button($0, alt: "") != nil }.count, into: &w)
        w.raw("<ol class=\"gallery-list\"")
        w.attribute("data-gallery", links.address)
        StoryDataAttributes.write(row, into: &w)
        w.raw(">")
        for (index, picture) in pictures.enumerated() {
            write(picture, links.link(to: picture.address), clickToLoad.button(index, alt: picture.alt ?? ""), &w)
        }
        w.raw("</ol>")
    }

    private func write(
        _ picture: PictureDetails, _ link: PictureLink?, _ button: ClickToLoadButton?, _ w: inout HTMLWriter
    ) {
        let files = GallerySrcSet(scope: scope, picture: picture)
        w.raw("<li")
        w.attribute("id", GalleryLinks.anchor(picture))
        w.attribute("data-srcset", files.srcset)
        w.attribute("data-address", picture.address.text)
        w.attribute("data-alt", picture.alt ?? "")
        if let width = picture.width, let height = picture.height {
            w.attribute("data-width", String(width))
            w.attribute("data-height", String(height))
        }
        w.raw("><figure class=\"picture\">")
        if let button {
            w.clickToLoadButton(button)
        } else if var link {
            link.href = files.largest
            w.beginLink(link)
            writeImage(picture, files, &w)
            w.raw("</a>")
        }
        CaptionView.write(picture, into: &w)
        w.raw("</figure></li>")
    }

    private func writeImage(_ picture: PictureDetails, _ files: GallerySrcSet, _ w: inout HTMLWriter) {
        w.raw("<img loading=\"lazy\" decoding=\"async\"")
        w.attribute("sizes", PictureView.textSizes(scope))
        w.attribute("alt", picture.alt ?? "")
        w.attribute("src", files.fallback)
        w.attribute("srcset", files.srcset)
        if let width = picture.width { w.attribute("width", String(width)) }
        if let height = picture.height { w.attribute("height", String(height)) }
        if let colour = PictureView.colourToken(picture.meanColour) { w.attribute("data-mean-colour", colour) }
        w.raw(">")
    }
}

struct GallerySrcSet {
    private let files: [(path: String, width: Int)]

    let srcset: String

    init(scope: RequestScope, picture: PictureDetails) {
        files = PictureView.textFiles(scope, picture)
        srcset = PictureView.srcSet(files, picture)
    }

    var largest: String { files.last?.path ?? "" }
    var fallback: String { PictureView.fallback(of: files) }
}
