import CGumbo
import URLs
import Untrusted

/// A picture with lazy loading resolved and addresses validated.
struct ParsedPicture {
    var address: WebAddress
    var candidates: [Candidate]
    var sizes: String?
    var width: Int?
    var height: Int?
    var alt: String?
    var title: String?

    struct Candidate {
        var address: WebAddress
        /// The descriptor: `480w`, `2x`, or empty.
        var descriptor: String

        /// The width, or the density times a small picture's width of 100.
        var size: Double {
            guard let number = UntrustedDecimal(descriptor.dropLast())?.within(0...1_000_000) else { return 100 }
            return descriptor.hasSuffix("w") ? number : number * 100
        }
    }

    /// The attributes that hold the address until a script copies it to `src`; the most reliable first.
    static let lazySourceAttributes: [StaticString] = [
        "data-src", "data-original", "data-lazy-src", "data-orig-file", "data-large-file", "data-full-src",
        "data-original-src", "data-lazyload", "data-lazy", "data-actualsrc", "data-image", "data-hi-res-src",
        "data-url",
        "data-img-src", "data-srcurl", "data-cfsrc", "data-echo", "data-delayed-url", "data-li-src", "data-ezsrc",
        "data-pagespeed-lazy-src", "data-pagespeed-high-res-src", "data-lazyload-src", "data-lazy-load-src",
        "data-lsrc",
        "data-origin", "data-flickity-lazyload", "data-runner-src", "data-native-src", "data-raw-src", "data-gl-src",
        "data-src-medium", "data-src-large", "data-file", "data-pin-media", "lazy-src", "lazysrc", "loadlate",
    ]
    static let lazySrcsetAttributes: [StaticString] = [
        "data-srcset", "data-lazy-srcset", "data-original-set", "data-bgset", "data-brsrcset", "data-ezsrcset",
        "data-src-set", "lazy-srcset",
    ]

    /// Reads a picture; nil without a valid address, or if the picture is too small to be seen.
    static func read(_ node: GumboTree.Node, further: [Candidate], base: WebAddress?) -> ParsedPicture? {
        if GumboTree.attribute(node, "hidden") != nil
            || GumboTree.attribute(node, "style").map(InlineStyle.isTiny) == true
        {
            return nil
        }
        let width = length(GumboTree.attribute(node, "width"))
        let height = length(GumboTree.attribute(node, "height"))
        if let width, width <= 1 { return nil }
        if let height, height <= 1 { return nil }
        var candidates: [Candidate] = []
        for name in lazySrcsetAttributes + ["srcset"] where candidates.isEmpty {
            candidates = GumboTree.attribute(node, name).map { self.candidates($0, base: base) } ?? []
        }
        let own = source(node, base: base)
        guard let address = best(candidates) ?? best(own == nil ? further : []) ?? own else { return nil }
        if TrackingPixels.contains(address) || ShareLinks.contains(address) { return nil }
        var picture = ParsedPicture(address: address, candidates: candidates)
        // Densities may leave out 1x, which is `src`.
        if let own, let first = candidates.first, first.descriptor.hasSuffix("x"),
            !candidates.contains(where: { $0.size <= 100 || $0.address == own })
        {
            picture.candidates.insert(Candidate(address: own, descriptor: "1x"), at: 0)
        }
        picture.width = width
        picture.height = height
        picture.sizes = (GumboTree.attribute(node, "sizes") ?? GumboTree.attribute(node, "data-sizes")).flatMap(
            validMediaText)
        if picture.sizes == "auto" { picture.sizes = nil }
        picture.alt = nonEmptyText(GumboTree.attribute(node, "alt"))
        picture.title = nonEmptyText(GumboTree.attribute(node, "title"))
        return picture
    }

    private static func source(_ node: GumboTree.Node, base: WebAddress?) -> WebAddress? {
        for name in lazySourceAttributes {
            guard let value = GumboTree.attribute(node, name), looksLikeAddress(value),
                let address = WebAddress(bytes: value, base: base)?.withoutTracking
            else { continue }
            return address
        }
        guard let value = GumboTree.attribute(node, "src"), !value.isEmpty,
            let address = WebAddress(bytes: value, base: base)?.withoutTracking
        else { return nil }
        return TrackingPixels.isPlaceholder(address) ? nil : address
    }

    /// Returns true if a value may be an address; some pages have JSON or selectors in these attributes.
    private static func looksLikeAddress(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = value.first, value.count < 4_096 else { return false }
        if first == 0x7B || first == 0x5B || value.contains(0x20) || value.contains(0x7B) { return false }
        return value.contains(0x2F) || value.contains(0x2E)
    }

    // MARK: srcset

    /// Parses a `srcset` (HTML §4.8.4.2.2); drops invalid addresses.
    static func candidates(_ source: UnsafeBufferPointer<UInt8>, base: WebAddress?) -> [Candidate] {
        var found: [Candidate] = []
        var index = 0
        while found.count < 24 {
            while index < source.count, source[index] <= 0x20 || source[index] == 0x2C { index += 1 }
            guard index < source.count else { break }
            let start = index
            while index < source.count, source[index] > 0x20 { index += 1 }
            var end = index
            var descriptor = ""
            if source[end - 1] == 0x2C {
                while end > start, source[end - 1] == 0x2C { end -= 1 }
            } else {
                let rest = source[index...].prefix { $0 != 0x2C }
                descriptor = Self.descriptor(String(decoding: rest, as: UTF8.self)) ?? "?"
                index = rest.endIndex
            }
            guard descriptor != "?",
                // bounded: `end` stops at `start`
                let address = WebAddress(bytes: UnsafeBufferPointer(rebasing: source[start..<end]), base: base)?
                    .withoutTracking, !TrackingPixels.isPlaceholder(address)
            else { continue }
            found.append(Candidate(address: address, descriptor: descriptor))
        }
        return found
    }

    /// Parses a descriptor; nil if it is invalid.
    private static func descriptor(_ text: String) -> String? {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        guard let word = words.first(where: { $0.hasSuffix("w") || $0.hasSuffix("x") }) else {
            return words.isEmpty ? "" : nil
        }
        let number = word.dropLast()
        guard (1...6).contains(number.utf8.count),
            number.utf8.allSatisfy({ ASCII.isDigit($0) || $0 == 0x2E }),
            let value = UntrustedDecimal(number)?.within(0...1_000_000), value > 0
        else { return nil }
        if word.hasSuffix("w") { return UntrustedInteger(digits: number)?.int(in: 1...999_999).map { "\($0)w" } }
        return "\(number)x"
    }

    /// Returns the largest picture up to 2,560 pixels, or else the smallest.
    static func best(_ candidates: [Candidate]) -> WebAddress? {
        let useful = candidates.filter { $0.size <= 2_560 }
        return (useful.max { $0.size < $1.size } ?? candidates.min { $0.size < $1.size })?.address
    }

    static func srcsetText(_ candidates: [Candidate]) -> String {
        candidates.map { $0.descriptor.isEmpty ? $0.address.text : "\($0.address.text) \($0.descriptor)" }.joined(
            separator: ", ")
    }

    /// Parses a length such as `640` or `640px`; nil for percentages.
    static func length(_ value: UnsafeBufferPointer<UInt8>?) -> Int? {
        guard let value else { return nil }
        let digits = value.drop { $0 <= 0x20 }.prefix(6).prefix(while: ASCII.isDigit)
        guard digits.count < 6, let number = UntrustedInteger(digits: digits)?.int(in: 0...20_000) else { return nil }
        let rest = value[digits.endIndex...].filter { $0 > 0x20 }
        guard rest.isEmpty || rest.elementsEqual("px".utf8) || rest.first == 0x2E else { return nil }
        return number
    }

    /// Returns the text of `sizes` or `media`; nil if it has any character that those do not need.
    static func validMediaText(_ value: UnsafeBufferPointer<UInt8>) -> String? {
        guard (1...400).contains(value.count) else { return nil }
        let text = PlainText.collapsed(value)
        let fits = text.utf8.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || " (),.:%-+*/<>=".utf8.contains($0)
        }
        return fits && !text.isEmpty ? text : nil
    }

    static func nonEmptyText(_ value: UnsafeBufferPointer<UInt8>?) -> String? {
        guard let value, !value.isEmpty else { return nil }
        var end = min(value.count, 2_000)
        while end < value.count, end > 0, value[end] & 0xC0 == 0x80 { end -= 1 }
        let allowed = HTMLCharacters.withoutForbidden(UnsafeBufferPointer(rebasing: value[..<end]))
        let text = allowed.withUnsafeBufferPointer { PlainText.collapsed($0) }
        return text.isEmpty ? nil : text
    }
}
