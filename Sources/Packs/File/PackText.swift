import Markup

/// The texts of pages.
enum PackText {
    /// Cleaned; relative addresses lead into the pack.
    static func clean(_ html: String) -> SafeHTML { HTMLSanitizer(base: PackAddress.base).sanitize(html).html }

    /// The addresses of all links and pictures that lead into the pack, in order.
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
