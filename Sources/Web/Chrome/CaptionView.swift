import Library
import Markup

/// What stands below a picture: its caption, and whose it is.
enum CaptionView {
    /// Nothing where nothing is known.
    static func write(_ picture: PictureFact, into w: inout HTMLWriter) {
        guard picture.caption != nil || picture.credit != nil else { return }
        w.raw("<figcaption>")
        if let caption = picture.caption {
            w.text(caption)
            w.raw(" ")
        }
        if let credit = picture.credit {
            w.raw("<span class=\"credit\">")
            w.text(credit)
            w.raw("</span>")
        }
        w.raw("</figcaption>")
    }
}
