import Hummingbird
import Untrusted

/// Whether a browser takes gzip (RFC 1952).
enum Gzip {
    /// By Accept-Encoding (RFC 9110 §12.5.3).
    static func isAccepted(_ request: Request) -> Bool { isAccepted(request.headers[.acceptEncoding] ?? "") }

    /// gzip's weight overrides that of `*`; zero forbids.
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
