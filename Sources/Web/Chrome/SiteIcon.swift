import Library
import Markup
import News
import Pictures

/// A site's icon, or the first letter of its name where it has none.
enum SiteIcon {
    static func write(_ visit: Visit, _ icon: PictureID?, title: String, size: Int = 16, into w: inout HTMLWriter) {
        guard let icon else {
            w.raw("<span class=\"site letter\" aria-hidden=\"true\">")
            w.text(String(title.first { $0.isLetter || $0.isNumber } ?? "·"))
            w.raw("</span>")
            return
        }
        w.raw("<img class=\"site\" alt=\"\" decoding=\"async\" loading=\"lazy\"")
        w.attribute("src", visit.house.signer.path(id: icon.rawValue, width: size > 24 ? 144 : 72, shape: .square))
        w.attribute("width", String(size))
        w.attribute("height", String(size))
        w.raw(">")
    }
}
