import Markup
import URLs

/// A rewriter that replaces thumbnails in HTML (`ThumbnailPolicy`).
struct ThumbnailUpgrader {
    let policy: ThumbnailPolicy
    let base: WebAddress?

    /// Replaces the thumbnails.
    /// - Parameter addresses: the chosen files; a file from a `srcset` may be larger than the `src` and is kept.
    /// - Returns: nil if unchanged.
    func upgraded(_ html: [UInt8], chosen addresses: [WebAddress]) -> [UInt8]? {
        let chosen = Set(addresses)
        var out: [UInt8] = []
        var written = 0
        for (tag, link) in Self.images(of: html, base: base) {
            guard let source = Self.source(of: tag, base: base),
                case .thumbnail(_, _, let full, _) = policy.decision(on: source, linkedTo: link),
                Self.hasNoSrcset(tag) || chosen.contains(source)
            else { continue }
            out += html[written..<tag.range.lowerBound]  // bounded: tags come in order
            out += Array(Self.replacingSource(full, tag).serialized.utf8)
            written = tag.range.upperBound
        }
        guard written > 0 else { return nil }
        return out + html[written...]
    }

    /// Returns the `img` tags, each with the target of the enclosing link.
    static func images(of html: [UInt8], base: WebAddress?) -> [(tag: RawHTMLTag, link: WebAddress?)] {
        var found: [(RawHTMLTag, WebAddress?)] = []
        var link: WebAddress?
        for tag in RawHTMLTag.all(in: html) {
            switch tag.name {
            case "a": link = tag.isEnd ? nil : tag["href"].flatMap { WebAddress($0, base: base) }
            case "img" where !tag.isEnd: found.append((tag, link))
            default: break
            }
        }
        return found
    }

    /// Returns the image's address, also from lazy-loading attributes.
    static func source(of tag: RawHTMLTag, base: WebAddress?) -> WebAddress? {
        for name in ["data-orig-file", "data-src", "data-lazy-src", "data-original", "src"] {
            guard let value = tag[name], !value.hasPrefix("data:"), let address = WebAddress(value, base: base) else {
                continue
            }
            return address
        }
        return nil
    }

    private static func hasNoSrcset(_ tag: RawHTMLTag) -> Bool {
        ["srcset", "data-srcset", "data-lazy-srcset"].allSatisfy { (tag[$0] ?? "").isEmpty }
    }

    /// Returns the tag with another source. The size is dropped, since thumbnails may be cropped.
    private static func replacingSource(_ full: WebAddress, _ tag: RawHTMLTag) -> RawHTMLTag {
        var tag = tag
        tag.attributes = tag.attributes.filter { ["alt", "title", "class", "id", "style"].contains($0.name) }
        tag.attributes.insert(("src", full.text), at: 0)
        return tag
    }
}
