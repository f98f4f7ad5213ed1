import Library
import Markup
import News

/// A view of the lead image, which links to the gallery (MIT-45, MIT-46).
struct HeroPictureView {
    let scope: RequestScope
    let links: GalleryLinks
    /// The language and direction of the caption; nil if unknown, or from left to right.
    let language, direction: String?

    func write(_ picture: PictureDetails, into w: inout HTMLWriter) {
        w.element(.figure, class: "picture hero", [.lang(language), .dir(direction)]) { w in
            if let button = ClickToLoadPictures(scope: scope).button(0, alt: picture.alt ?? "") {
                w.clickToLoadButton(button)
            } else if let link = links.link(to: picture.address) {
                w.element(
                    .a, class: "gallery-link",
                    [
                        .href(link.href), .data(.picture, link.number),
                        .aria("label", link.label),
                    ]
                ) { w in
                    writeImage(picture, &w)
                    links.writeCount(into: &w)
                }
            } else {
                writeImage(picture, &w)
            }
            CaptionView.write(picture, into: &w)
        }
    }

    private func writeImage(_ picture: PictureDetails, _ w: inout HTMLWriter) {
        let tag = PictureView.attributes(scope, picture)
        w.void(
            .img,
            [
                .loading("lazy"), .decoding("async"), .attribute("fetchpriority", "high"), .alt(picture.alt ?? ""),
                .src(tag.src), .srcset(tag.srcset), .sizes(tag.sizes), .width(tag.width), .height(tag.height),
                .data(.meanColour, tag.colour),
            ])
    }
}
