import Library
import Markup
import News
import Pictures

/// The plain page of a story's pictures: each as large as the screen is wide, with caption and credit below it.
struct GalleryView {
    let visit: Visit
    let facts: StoryFacts
    let list: StoryList?

    private var row: StoryRow { facts.row }

    func page() -> Page {
        let links = GalleryLinks(visit: visit, facts: facts, list: list)
        let shell = Shell(
            visit: visit, title: row.title, kind: .story, left: .back(.story(row.id, in: list)),
            barTitle: Words.pictures(links.count), actions: [])
        return Page(
            shell.page { w in
                w.raw("<section class=\"story\"><header><h1")
                if let language = row.language { w.attribute("lang", language) }
                if row.direction == .rtl { w.raw(" dir=\"rtl\"") }
                w.raw(">")
                w.text(row.title)
                w.raw("</h1><p class=\"byline\">")
                w.text(links.count == 0 ? Words.noPictures : Words.pictures(links.count))
                w.raw("</p></header>")
                if links.count > 0 { pictures(links, &w) }
                w.raw("</section>")
            })
    }

    private func pictures(_ links: GalleryLinks, _ w: inout HTMLWriter) {
        let held = HeldPictures(visit: visit)
        let pictures = links.gallery.pictures
        held.writeForm(
            holding: pictures.indices.filter { held.button($0, alt: "") != nil }.count, into: &w)
        w.raw("<ol class=\"gallery-list\"")
        w.attribute("data-gallery", links.address)
        StoryFactsForScript.write(row, into: &w)
        w.raw(">")
        for (place, picture) in pictures.enumerated() {
            write(picture, links.link(to: picture.address), held.button(place, alt: picture.alt ?? ""), &w)
        }
        w.raw("</ol>")
    }

    private func write(
        _ picture: PictureFact, _ link: PictureLink?, _ held: HeldPicture?, _ w: inout HTMLWriter
    ) {
        let files = GalleryFiles(visit: visit, picture: picture)
        w.raw("<li")
        w.attribute("id", GalleryLinks.anchor(picture))
        w.attribute("data-files", files.set)
        w.attribute("data-address", picture.address.text)
        w.attribute("data-alt", picture.alt ?? "")
        if let width = picture.width, let height = picture.height {
            w.attribute("data-width", String(width))
            w.attribute("data-height", String(height))
        }
        w.raw("><figure class=\"picture\">")
        if let held {
            w.held(held)
        } else if var link {
            // By itself it is shown in its largest file.
            link.href = files.largest
            w.begin(link)
            image(picture, files, &w)
            w.raw("</a>")
        }
        CaptionView.write(picture, into: &w)
        w.raw("</figure></li>")
    }

    private func image(_ picture: PictureFact, _ files: GalleryFiles, _ w: inout HTMLWriter) {
        w.raw("<img loading=\"lazy\" decoding=\"async\" sizes=\"(min-width: 744px) 680px, 100vw\"")
        w.attribute("alt", picture.alt ?? "")
        w.attribute("src", files.usual)
        w.attribute("srcset", files.set)
        if let width = picture.width { w.attribute("width", String(width)) }
        if let height = picture.height { w.attribute("height", String(height)) }
        if let colour = PictureView.shade(picture.colour) { w.attribute("data-colour", colour) }
        w.raw(">")
    }
}

/// The sizes in which a picture can be had from the house, the smallest first.
struct GalleryFiles {
    private let paths: [(width: Int, path: String)]

    /// As in HTML's `srcset`.
    let set: String

    init(visit: Visit, picture: PictureFact) {
        // Up to the first that has all of its pixels: none is ever made larger than it is.
        let natural = picture.width ?? .max
        let offered = [480, 828, 1080, 1280, 1600]
        let enough = offered.firstIndex { $0 >= natural } ?? offered.count - 1
        paths = offered[...enough].map {
            ($0, visit.house.signer.path(id: picture.id.rawValue, width: $0, shape: .own))
        }
        set = paths.map { "\($0.path) \(min($0.width, natural))w" }.joined(separator: ", ")
    }

    var largest: String { paths.last?.path ?? "" }
    var usual: String { (paths.last { $0.width <= 1080 } ?? paths.first)?.path ?? "" }
}
