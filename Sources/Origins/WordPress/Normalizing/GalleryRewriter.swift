// bounded throughout: tags come in order and without overlaps, and what is looked for is no longer than where.

/// A rewriter of galleries in older themes as figures: WordPress' shortcode produces `div.gallery > dl.gallery-item >
/// dt.gallery-icon + dd.gallery-caption` unless the theme declares HTML 5.
enum GalleryRewriter {
    private static let names = ["gallery-item": "figure", "gallery-icon": "div", "gallery-caption": "figcaption"]

    /// Returns the rewritten HTML; nil if unchanged.
    static func rewritten(_ html: [UInt8]) -> [UInt8]? {
        guard contains(html, "gallery-item") else { return nil }
        var out: [UInt8] = []
        var written = 0
        // The new names of open elements, by name; nil if the name stays.
        var open: [String: [String?]] = [:]
        for tag in RawHTMLTag.all(in: html) where ["dl", "dt", "dd"].contains(tag.name) {
            let new: String?
            if tag.isEnd {
                guard let last = open[tag.name]?.popLast() else { continue }
                new = last
            } else {
                new = names.first { tag.hasClass($0.key) }?.value
                open[tag.name, default: []].append(new)
            }
            guard let new else { continue }
            out += html[written..<tag.range.lowerBound]
            var tag = tag
            tag.name = new
            out += Array(tag.serialized.utf8)
            written = tag.range.upperBound
        }
        guard written > 0 else { return nil }
        return out + html[written...]
    }

    private static func contains(_ html: [UInt8], _ word: String) -> Bool {
        let wanted = Array(word.utf8)
        guard html.count >= wanted.count else { return false }
        return (0...(html.count - wanted.count)).contains {
            html[$0] == wanted[0] && html[$0..<$0 + wanted.count].elementsEqual(wanted)
        }
    }
}
