import Library
import Markup
import News

/// The links from a story to its pictures: around each picture, and one that counts them where none leads the story.
struct GalleryLinks {
    let scope: RequestScope
    let gallery: StoryGallery
    /// The page of all pictures, without a place on it.
    let address: String

    init(scope: RequestScope, details: StoryDetails, list: StoryList?) {
        self.scope = scope
        gallery = StoryGallery(details)
        address = scope.path(Route.gallery(details.row.id, in: list))
    }

    var count: Int { gallery.pictures.count }

    /// The link around a picture; nil when it is none of the gallery's.
    func link(to picture: WebAddress?) -> PictureLink? {
        guard let picture, let place = gallery.index(of: picture) else { return nil }
        return link(at: place)
    }

    private func link(at place: Int) -> PictureLink {
        let picture = gallery.pictures[place]
        let number = String(picture.id.rawValue)
        return PictureLink(
            href: "\(address)#\(Self.anchor(picture))", number: number,
            words: Strings.picture(place + 1, of: count, alt: picture.alt ?? ""))
    }

    /// Where the picture stands on the page of all.
    static func anchor(_ picture: PictureDetails) -> String { "picture-\(picture.id.rawValue)" }

    /// How many there are to be seen behind the picture above the text.
    func writeCount(into w: inout HTMLWriter) {
        guard count > 1 else { return }
        w.raw("<span class=\"count\" aria-hidden=\"true\">")
        Icon.gallery.write(scope, into: &w)
        w.text(String(count))
        w.raw("</span>")
    }

    /// The line below the byline of a story that has pictures but none above its text (MIT-47).
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
