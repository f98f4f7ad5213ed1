import Hummingbird
import Untrusted

/// The negotiation of gzip (RFC 1952).
enum Gzip {
    /// Returns true if the request's Accept-Encoding (RFC 9110 §12.5.3) allows gzip.
    static func isAccepted(_ request: Request) -> Bool { isAccepted(request.headers[.acceptEncoding] ?? "") }

    /// Returns true if the header's value allows gzip. The weight of gzip overrides that of `*`; a weight of zero
    /// forbids.
    static func isAccepted(_ accepted: String) -> Bool {
        var byName: [String: Bool] = [:]
        for item in accepted.split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first else { continue }
            byName[name] = !parts.dropFirst().contains { parameter in
                parameter.hasPrefix("q=") && UntrustedDecimal(parameter.dropFirst(2))?.within(-1...0) != nil
            }
        }
        return byName["gzip"] ?? byName["x-gzip"] ?? byName["*"] ?? false
    }
}
