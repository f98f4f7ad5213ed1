import Foundation

/// An address of the interfaces, by the paths that other servers have made usual: programs add them to the address that
/// a person types.
enum SyncPath: Equatable {
    /// `/accounts/ClientLogin` of the Google Reader interface.
    case clientLogin
    /// A call of the Google Reader interface: what follows `/reader/api/0/`.
    case call(String)
    /// A stream as Atom: what follows `/reader/atom/`.
    case atom(String)
    /// FreshRSS's check that headers reach the server.
    case compatibility
    /// Fever, whose calls are parameters.
    case fever

    /// The addresses that programs take for the root of the Google Reader interface: Miniflux's and The Old Reader's, and
    /// FreshRSS's.
    private static let googleReaderRoots = ["", "/api/greader.php"]
    private static let feverPaths: Set<String> = ["/fever", "/api/fever.php", "/fever.php"]

    /// Reads a path.
    /// - Parameter path: the path as it was sent, percent-encoded.
    /// - Returns: nil for a path of the app's own.
    init?(_ path: String) {
        // A person may have typed a slash at the end of the server's address.
        let path = path.hasPrefix("//") ? "/" + path.drop { $0 == "/" } : path
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        if Self.feverPaths.contains(trimmed) {
            self = .fever
            return
        }
        for root in Self.googleReaderRoots.reversed() where path.hasPrefix(root + "/") {
            if let found = Self.call(path.dropFirst(root.count), trimmed: trimmed.dropFirst(root.count)) {
                self = found
                return
            }
        }
        return nil
    }

    private static func call(_ path: Substring, trimmed: Substring) -> SyncPath? {
        switch trimmed {
        case "/accounts/ClientLogin": return .clientLogin
        case "/check/compatibility": return .compatibility
        default: break
        }
        if path.hasPrefix("/reader/api/0/") { return .call(String(path.dropFirst("/reader/api/0/".count))) }
        if path.hasPrefix("/reader/atom") {
            return .atom(String(path.dropFirst("/reader/atom".count).drop { $0 == "/" }))
        }
        return nil
    }
}
