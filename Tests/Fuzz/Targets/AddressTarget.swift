import URLs

@testable import Markup

extension FuzzTarget {
    /// An address that is accepted is ASCII, has a host, and is read again as itself, without its tracking too.
    static let address = FuzzTarget(name: "address") { bytes in
        let text = String(decoding: bytes, as: UTF8.self)
        let base = WebAddress("https://news.example:8443/a/b/c;d?e=f#g")
        for address in [WebAddress(text), WebAddress(text, base: base)] {
            guard let address else { continue }
            hold(address)
            hold(address.withoutTracking)
            hold(address.withoutFragment)
            let plain = address.withoutTracking
            demand(plain.withoutTracking == plain, "\(plain) loses more when asked again: \(plain.withoutTracking)")
        }
    }

    private static func hold(_ address: WebAddress) {
        demand(address.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "not plain ASCII: \(address)")
        demand(address.text.hasPrefix("http://") || address.text.hasPrefix("https://"), "another scheme: \(address)")
        demand(!address.host.isEmpty, "no host: \(address)")
        demand((1...65535).contains(address.port) || address.port == 0, "port \(address.port): \(address)")
        demand(address.path.hasPrefix("/"), "the path of \(address) is \(address.path)")
        let again = WebAddress(address.text)
        demand(again == address, "\(address) is read again as \(again?.text ?? "nothing")")
        demand(
            again?.host == address.host && again?.path == address.path && again?.query == address.query
                && again?.fragment == address.fragment && again?.port == address.port,
            "\(address) is taken apart otherwise when read again")
    }
}
