import Library
import Markup
import News
import URLs

/// The links to the gallery: around each image, or in a line of text without a lead image.
struct GalleryLinks {
    let scope: RequestScope
    let gallery: StoryGallery
    let address: String

    init(scope: RequestScope, details: StoryDetails, list: StoryList?) {
        self.scope = scope
        gallery = StoryGallery(details)
        address = scope.path(Route.gallery(details.row.id, in: list))
    }

    var count: Int { gallery.pictures.count }

    /// Returns the link around an image; nil if the image is not in the gallery.
    func link(to picture: WebAddress?) -> PictureLink? {
        guard let picture, let index = gallery.index(of: picture) else { return nil }
        return link(at: index)
    }

    private func link(at index: Int) -> PictureLink {
        let picture = gallery.pictures[index]
        let number = String(picture.id.rawValue)
        return PictureLink(
            href: "\(address)#\(Self.anchor(picture))", number: number,
            label: Strings.picture(index + 1, of: count, alt: picture.alt ?? ""))
    }

    static func anchor(_ picture: PictureDetails) -> String { "picture-\(picture.id.rawValue)" }

    func writeCount(into w: inout HTMLWriter) {
        guard count > 1 else { return }
        w.element(.span, class: "count", [.aria("hidden", "true")]) { w in
            Icon.gallery.write(scope, into: &w)
            w.number(count)
        }
    }

    /// Writes a line below the byline that links to the gallery, for a story without a lead image (MIT-47).
    func writeSummary(into w: inout HTMLWriter) {
        guard count > 0 else { return }
        w.element(.p, class: "gallery-text-link") { w in
            w.element(.a, [.href(address), .data(.picture, link(at: 0).number)]) { w in
                Icon.gallery.write(scope, into: &w)
                w.text(Strings.pictures(count))
            }
        }
    }
}
