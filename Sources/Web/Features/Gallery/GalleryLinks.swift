import Library
import Markup
import News

/// Links from a story to its gallery: around each image, and a line with their number if there is no lead image.
struct GalleryLinks {
    let scope: RequestScope
    let gallery: StoryGallery
    /// The path of the gallery page, without a fragment.
    let address: String

    init(scope: RequestScope, details: StoryDetails, list: StoryList?) {
        self.scope = scope
        gallery = StoryGallery(details)
        address = scope.path(Route.gallery(details.row.id, in: list))
    }

    var count: Int { gallery.pictures.count }

    /// The link around an image; nil if it is not part of the gallery.
    func link(to picture: WebAddress?) -> PictureLink? {
        guard let picture, let index = gallery.index(of: picture) else { return nil }
        return link(at: index)
    }

    private func link(at index: Int) -> PictureLink {
        let picture = gallery.pictures[index]
        let number = String(picture.id.rawValue)
        return PictureLink(
            href: "\(address)#\(Self.anchor(picture))", number: number,
            words: Strings.picture(index + 1, of: count, alt: picture.alt ?? ""))
    }

    /// The fragment of an image on the gallery page.
    static func anchor(_ picture: PictureDetails) -> String { "picture-\(picture.id.rawValue)" }

    /// The number of images, over the lead image.
    func writeCount(into w: inout HTMLWriter) {
        guard count > 1 else { return }
        w.raw("<span class=\"count\" aria-hidden=\"true\">")
        Icon.gallery.write(scope, into: &w)
        w.text(String(count))
        w.raw("</span>")
    }

    /// The line below the byline of a story that has images but no lead image (MIT-47).
    func writeSummary(into w: inout HTMLWriter) {
        guard count > 0 else { return }
        let link = link(at: 0)
        w.raw("<p class=\"gallery-line\"><a")
        w.attribute("href", address)
        w.attribute("data-picture", link.number)
        w.raw(">")
        Icon.gallery.write(scope, into: &w)
        w.text(Strings.pictures(count))
        w.raw("</a></p>")
    }
}
