import Library
import Markup
import News

/// A view of the lead image, which links to the gallery (MIT-45, MIT-46).
struct HeroPictureView {
    let scope: RequestScope
    let links: GalleryLinks

    func write(_ picture: PictureDetails, into w: inout HTMLWriter) {
        w.raw("<figure class=\"picture hero\">")
        if let button = ClickToLoadPictures(scope: scope).button(0, alt: picture.alt ?? "") {
            w.clickToLoadButton(button)
        } else if let link = links.link(to: picture.address) {
            w.beginLink(link)
            writeImage(picture, &w)
            links.writeCount(into: &w)
            w.raw("</a>")
        } else {
            writeImage(picture, &w)
        }
        CaptionView.write(picture, into: &w)
        w.raw("</figure>")
    }

    private func writeImage(_ picture: PictureDetails, _ w: inout HTMLWriter) {
        let tag = PictureView.attributes(scope, picture)
        w.raw("<img loading=\"lazy\" decoding=\"async\" fetchpriority=\"high\"")
        w.attribute("alt", picture.alt ?? "")
        w.attribute("src", tag.src)
        if let set = tag.srcset { w.attribute("srcset", set) }
        if let sizes = tag.sizes { w.attribute("sizes", sizes) }
        if let width = tag.width { w.attribute("width", String(width)) }
        if let height = tag.height { w.attribute("height", String(height)) }
        if let colour = tag.colour { w.attribute("data-mean-colour", colour) }
        w.raw(">")
    }
}
