import Library
import Markup
import News

/// The lead picture above a story's text: right-sized, edge to edge on a phone, leading to the gallery (MIT-45, MIT-46).
struct HeroView {
    let visit: Visit
    let links: GalleryLinks

    func write(_ picture: PictureFact, into w: inout HTMLWriter) {
        w.raw("<figure class=\"picture hero\">")
        if let held = HeldPictures(visit: visit).button(0, alt: picture.alt ?? "") {
            w.held(held)
        } else if let link = links.link(to: picture.address) {
            w.begin(link)
            image(picture, &w)
            links.writeCount(into: &w)
            w.raw("</a>")
        } else {
            image(picture, &w)
        }
        CaptionView.write(picture, into: &w)
        w.raw("</figure>")
    }

    private func image(_ picture: PictureFact, _ w: inout HTMLWriter) {
        let tag = PictureView.sized(visit, picture)
        w.raw("<img loading=\"lazy\" decoding=\"async\" fetchpriority=\"high\"")
        w.attribute("alt", picture.alt ?? "")
        w.attribute("src", tag.src)
        if let set = tag.srcset { w.attribute("srcset", set) }
        if let sizes = tag.sizes { w.attribute("sizes", sizes) }
        if let width = tag.width { w.attribute("width", String(width)) }
        if let height = tag.height { w.attribute("height", String(height)) }
        if let colour = tag.colour { w.attribute("data-colour", colour) }
        w.raw(">")
    }
}
