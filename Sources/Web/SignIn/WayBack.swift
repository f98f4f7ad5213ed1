/// Where somebody goes once they are in: a place of this house, never another site.
enum WayBack {
    /// - Returns: the place, or nil when it is none of ours. One slash and then no second (nor a backslash, which
    ///   browsers take for one); no control characters, which browsers drop; not the door itself.
    static func checked(_ place: String?) -> String? {
        guard let place, place.utf8.count <= 2_000 else { return nil }
        let bytes = Array(place.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count < 2 || bytes[1] != UInt8(ascii: "/"),
            bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return nil }
        let path = place.prefix { $0 != "?" }
        return path.hasSuffix("/sign-in") || path.hasSuffix("/sign-out") || path.hasPrefix("/enter/") ? nil : place
    }
}
