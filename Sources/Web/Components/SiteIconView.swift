import Library
import Markup
import News
import Pictures

/// A view of a site's icon, or of its first letter on a colour of its own.
enum SiteIconView {
    /// The classes of the grounds of letters.
    private static let grounds: [StaticString] = [
        "site-icon letter", "site-icon letter ground-1", "site-icon letter ground-2",
        "site-icon letter ground-3", "site-icon letter ground-4", "site-icon letter ground-5",
    ]

    /// Returns the class of a letter's ground, the same for a title each time.
    private static func ground(of title: String) -> StaticString {
        var sum = 0
        for byte in title.utf8.prefix(16) { sum = (sum &* 31 &+ Int(byte)) & 0xFFFF }
        return grounds[sum % grounds.count]
    }

    static func write(
        _ scope: RequestScope, _ icon: PictureID?, title: String, size: Int = 16, into w: inout HTMLWriter
    ) {
        guard let icon, scope.preferences.showsPictures else {
            return w.element(
                .span, class: ground(of: title),
                more: { w in w.attribute("aria-hidden") { w in w.raw("true") } }
            ) { w in writeInitial(of: title, &w) }
        }
        let path = scope.dependencies.signer.path(id: icon.rawValue, width: size > 24 ? 144 : 72, crop: .square)
        w.void(
            .img, class: "site-icon",
            more: { w in
                w.attribute("alt", "")
                w.attribute("decoding") { w in w.raw("async") }
                w.attribute("loading") { w in w.raw("lazy") }
                w.attribute("src", path)
                w.attribute("width", size)
                w.attribute("height", size)
            })
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
