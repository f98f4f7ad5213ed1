import Library
import Markup
import News
import Pictures

/// A view of a site's icon, or of its first letter.
enum SiteIconView {
    static func write(
        _ scope: RequestScope, _ icon: PictureID?, title: String, size: Int = 16, into w: inout HTMLWriter
    ) {
        guard let icon, scope.preferences.showsPictures else {
            w.raw("<span class=\"site-icon letter\" aria-hidden=\"true\">")
            writeInitial(of: title, &w)
            w.raw("</span>")
            return
        }
        w.raw("<img class=\"site-icon\" alt=\"\" decoding=\"async\" loading=\"lazy\"")
        w.attribute(
            "src", scope.dependencies.signer.path(id: icon.rawValue, width: size > 24 ? 144 : 72, crop: .square))
        w.attribute("width", size)
        w.attribute("height", size)
        w.raw(">")
    }

    /// Writes the first letter of a title; ASCII needs no Unicode lookup.
    private static func writeInitial(of title: String, _ w: inout HTMLWriter) {
        var start = title.utf8.makeIterator()
        if let first = start.next(), isASCIIAlphanumeric(first), (start.next() ?? 0) < 0x80 {
            w.text(upTo: 1) { buffer in
                buffer[0] = first
                return 1
            }
        } else {
            w.text(String(title.first { $0.isLetter || $0.isNumber } ?? "·"))
        }
    }

    private static func isASCIIAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }
}
