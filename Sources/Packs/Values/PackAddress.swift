public import URLs

/// A namespace for addresses inside a pack. Their host never exists (RFC 2606 §2), and Markup sanitises them like
/// others.
public enum PackAddress {
    static let origin = "https://pack.invalid"
    /// The base for relative addresses in a pack's texts.
    public static let base = WebAddress(origin + "/")

    /// Returns the address of a page of the pack.
    public static func page(_ slug: String) -> String { "\(origin)/page/\(slug)" }

    /// Returns the address of a picture of the pack, for a picture in a text or a link to one.
    public static func medium(_ id: PackMediumID) -> String { "\(origin)/media/\(id.hex)" }

    /// Returns true if an address leads into the pack, whether its target exists or not.
    public static func isInside(_ address: String) -> Bool { address.hasPrefix(origin + "/") }

    /// Returns the page that an address leads to, with the fragment; nil for other addresses.
    public static func slug(of address: String) -> (slug: String, fragment: String?)? {
        guard address.hasPrefix(origin + "/page/") else { return nil }
        let rest = address.dropFirst(origin.count + 6)
        guard let hash = rest.firstIndex(of: "#") else { return (String(rest), nil) }
        return (String(rest[..<hash]), String(rest[rest.index(after: hash)...]))
    }

    /// Returns the picture that an address leads to; nil for other addresses.
    public static func mediumID(of address: String) -> PackMediumID? {
        address.hasPrefix(origin + "/media/") ? PackMediumID(address.dropFirst(origin.count + 7)) : nil
    }
}
