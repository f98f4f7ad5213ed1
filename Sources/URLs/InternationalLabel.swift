import CIDN2

/// Converts one label of a host to ASCII with libidn2: UTS #46, non-transitional (WHATWG URL §3.3, *domain to ASCII*).
/// Decision 19 lists where libidn2 differs from browsers.
enum InternationalLabel {
    /// Also checks labels that begin with `xn--`. Nil when invalid, longer than 63 bytes, or with a NUL, which would
    /// end it early. The caller bounds the length.
    static func ascii(_ label: String) -> [UInt8]? {
        guard !label.utf8.contains(0) else { return nil }
        // Since Unicode 15.1 a capital sharp s is a small one, and no longer `ss`; Debian 12 has tables of version 14.
        let label = label.replacing("\u{1E9E}", with: "\u{DF}")
        let (name, error) = lookUp(label, IDN2_NONTRANSITIONAL)
        guard error == IDN2_DISALLOWED || error == IDN2_UNASSIGNED else { return name }
        // IDNA2008 has no symbols (emoji); browsers do. Libidn2 passes them in transitional mode, which spells some
        // letters otherwise: labels with one of those stay refused.
        return label.unicodeScalars.contains(where: isDeviation) ? nil : lookUp(label, IDN2_TRANSITIONAL).name
    }

    private static func lookUp(_ label: String, _ flags: idn2_flags) -> (name: [UInt8]?, error: idn2_rc) {
        var found: UnsafeMutablePointer<CChar>?
        let code = idn2_to_ascii_8z(label, &found, Int32(bitPattern: flags.rawValue))
        defer { idn2_free(found) }
        guard code == IDN2_OK.rawValue, let found else { return (nil, idn2_rc(rawValue: code)) }
        return (Array(String(cString: found).utf8), IDN2_OK)
    }

    /// ß, ς and the joiners: UTS #46 §4, *deviation characters*.
    private static func isDeviation(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{DF}" || scalar == "\u{3C2}" || scalar == "\u{200C}" || scalar == "\u{200D}"
    }
}
