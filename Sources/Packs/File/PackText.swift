import Markup

/// A namespace for the texts of pages.
enum PackText {
    /// Sanitises a text; relative addresses lead into the pack.
    /// - Parameter readsFontStyles: true for a text that may have been pasted; see `HTMLSanitizer`.
    static func clean(_ html: String, readsFontStyles: Bool = false) -> SafeHTML {
        var sanitizer = HTMLSanitizer(base: PackAddress.base)
        sanitizer.readsFontStyles = readsFontStyles
        return sanitizer.sanitize(html).html
    }

    /// Returns the addresses of all links and pictures that lead into the pack: the links in order, then the pictures.
    static func insideAddresses(of text: SafeHTML) -> [String] {
        var addresses: [String] = []
        _ = text.mappingLinks { address in
            addresses.append(address)
            return nil
        }
        _ = text.mappingPictures { picture in
            addresses.append(picture.src)
            return picture
        }
        return addresses.filter(PackAddress.isInside)
    }
}
