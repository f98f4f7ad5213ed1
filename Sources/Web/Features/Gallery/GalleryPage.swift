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
            scope: scope, title: scope.title(of: row), kind: .story, left: .back(.story(row.id, in: list)),
            barTitle: Strings.pictures(links.count), actions: [])
        return HTMLPage(
            layout.document { w in
                w.element(.section, class: "story") { w in
                    w.element(.header) { w in
                        let direction = row.direction == .rtl ? "rtl" : nil
                        w.element(.h1, [.lang(row.language), .dir(direction)], text: scope.title(of: row))
                        let words = links.count == 0 ? Strings.noPictures : Strings.pictures(links.count)
                        w.element(.p, class: "byline", text: words)
                    }
                    if links.count > 0 { writePictures(links, &w) }
                }
            })
    }

    private func writePictures(_ links: GalleryLinks, _ w: inout HTMLWriter) {
        let clickToLoad = ClickToLoadPictures(scope: scope)
        let pictures = links.gallery.pictures
        clickToLoad.writeForm(
            hiddenCount: pictures.indices.filter { clickToLoad.button($0, alt: "") != nil }.count, into: &w)
        w.element(
            .ol, class: "gallery-list", [.data(.gallery, links.address)],
            more: { w in StoryDataAttributes.write(row, into: &w) }
        ) { w in
            for (index, picture) in pictures.enumerated() {
                write(picture, links.link(to: picture.address), clickToLoad.button(index, alt: picture.alt ?? ""), &w)
            }
        }
    }

    private func write(
        _ picture: PictureDetails, _ link: PictureLink?, _ button: ClickToLoadButton?, _ w: inout HTMLWriter
    ) {
        let files = GallerySrcSet(scope: scope, picture: picture)
        let hasSize = picture.width != nil && picture.height != nil
        w.element(
            .li,
            [
                .id(GalleryLinks.anchor(picture)), .data(.srcset, files.srcset),
                .data(.address, picture.address.text), .data(.alt, picture.alt ?? ""),
                .data(.width, hasSize ? picture.width : nil), .data(.height, hasSize ? picture.height : nil),
            ]
        ) { w in
            w.element(.figure, class: "picture") { w in
                if let button {
                    w.clickToLoadButton(button)
                } else if let link {
                    writeLink(link, around: picture, files, &w)
                }
                CaptionView.write(picture, into: &w)
            }
        }
    }

    /// Writes the image as a link to its largest file.
    private func writeLink(
        _ link: PictureLink, around picture: PictureDetails, _ files: GallerySrcSet, _ w: inout HTMLWriter
    ) {
        w.element(
            .a, class: "gallery-link",
            [
                .href(files.largest), .data(.picture, link.number),
                .aria("label", link.label),
            ]
        ) { w in
            w.void(
                .img,
                [
                    .loading("lazy"), .decoding("async"), .sizes(PictureView.textSizes(scope)),
                    .alt(picture.alt ?? ""), .src(files.fallback), .srcset(files.srcset), .width(picture.width),
                    .height(picture.height), .data(.meanColour, PictureView.colourToken(picture.meanColour)),
                ])
        }
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
