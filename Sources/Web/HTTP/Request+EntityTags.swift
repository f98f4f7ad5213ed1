import HTTPTypes
import Hummingbird

extension Request {
    /// Returns true if the client states that it has a representation (`If-None-Match`, RFC 9110 §13.1.2). The comparison is
    /// weak (§8.8.3.2), as compressing proxies weaken tags.
    func hasCopy(of tag: String) -> Bool {
        (headers[.ifNoneMatch] ?? "").split(separator: ",").contains { known in
            let known = known.drop { $0 == " " }
            let strong = known.hasPrefix("W/") ? known.dropFirst(2) : known
            return known == "*" || (strong.last == " " ? strong.dropLast() : strong) == tag
        }
    }
}
