public import URLs

/// Addresses inside a pack, under a host that never exists (RFC 2606 §2), so that Markup cleans them like others.
public enum PackAddress {
    static let origin = "https://pack.invalid"
    /// What relative addresses in a pack's texts are resolved against.
    public static let base = WebAddress(origin + "/")

    /// A link to another page of the pack.
    public static func page(_ slug: String) -> String { "\(origin)/page/\(slug)" }

    /// A picture in a text, or a link to one.
    public static func medium(_ id: PackMediumID) -> String { "\(origin)/media/\(id.hex)" }

    /// Whether it leads into the pack, to something that is there or not.
    public static func isInside(_ address: String) -> Bool { address.hasPrefix(origin + "/") }

    /// The page that it leads to, with the fragment.
    public static func slug(of address: String) -> (slug: String, fragment: String?)? {
        guard address.hasPrefix(origin + "/page/") else { return nil }
        let rest = address.dropFirst(origin.count + 6)
        guard let hash = rest.firstIndex(of: "#") else { return (String(rest), nil) }
        return (String(rest[..<hash]), String(rest[rest.index(after: hash)...]))
    }

    /// The picture that it leads to.
    public static func mediumID(of address: String) -> PackMediumID? {
        address.hasPrefix(origin + "/media/") ? PackMediumID(address.dropFirst(origin.count + 7)) : nil
    }
}
