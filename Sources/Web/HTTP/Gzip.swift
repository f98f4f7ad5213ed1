import Hummingbird

/// The negotiation of gzip (RFC 1952).
enum Gzip {
    /// Returns true if the request's Accept-Encoding (RFC 9110 §12.5.3) allows gzip.
    static func isAccepted(_ request: Request) -> Bool { isAccepted(request.headers[.acceptEncoding] ?? "") }

    /// Returns true if the header's value allows gzip. The weight of gzip overrides that of `*`; a weight of zero
    /// forbids.
    static func isAccepted(_ accepted: String) -> Bool {
        let byName = AcceptedValues.named(in: accepted)
        return byName["gzip"] ?? byName["x-gzip"] ?? byName["*"] ?? false
    }
}
