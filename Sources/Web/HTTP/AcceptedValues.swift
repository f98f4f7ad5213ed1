import Untrusted

/// The values that a request accepts (RFC 9110 §12.4).
enum AcceptedValues {
    /// Returns the values that a header names in lower case, each with false if its weight of zero forbids it.
    static func named(in header: String) -> [String: Bool] {
        var byName: [String: Bool] = [:]
        for item in header.split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let name = parts.first else { continue }
            byName[name] = !parts.dropFirst().contains { parameter in
                parameter.hasPrefix("q=") && UntrustedDecimal(parameter.dropFirst(2))?.within(-1...0) != nil
            }
        }
        return byName
    }
}
