import CIDN2

/// A converter of single host labels to ASCII with libidn2: UTS #46, non-transitional (WHATWG URL §3.3, *domain to
/// ASCII*). Decision 19 lists where libidn2 differs from browsers.
enum IDNALabelConverter {
    /// Converts a label, and validates labels that begin with `xn--`; nil if the label is invalid, longer than 63
    /// bytes, or has a NUL, which would end the C string early. The caller bounds the length.
    static func ascii(_ label: String) -> [UInt8]? {
        guard !label.utf8.contains(0) else { return nil }
        // Since Unicode 15.1 a capital sharp s maps to a small one, and no longer to `ss`; Debian 12 has version 14's
        // tables.
        let label = label.replacing("\u{1E9E}", with: "\u{DF}")
        let (name, error) = lookUp(label, IDN2_NONTRANSITIONAL)
        guard error == IDN2_DISALLOWED || error == IDN2_UNASSIGNED else { return name }
        // IDNA2008 excludes symbols (emoji), while browsers allow them. Libidn2 accepts them in transitional mode,
        // which maps some letters differently: labels with one of those stay refused.
        return label.unicodeScalars.contains(where: isDeviation) ? nil : lookUp(label, IDN2_TRANSITIONAL).name
    }

    private static func lookUp(_ label: String, _ flags: idn2_flags) -> (name: [UInt8]?, error: idn2_rc) {
        var found: UnsafeMutablePointer<CChar>?
        let code = idn2_to_ascii_8z(label, &found, Int32(bitPattern: flags.rawValue))
        defer { idn2_free(found) }
        guard code == IDN2_OK.rawValue, let found else { return (nil, idn2_rc(rawValue: code)) }
        return (Array(String(cString: found).utf8), IDN2_OK)
    }

    /// Returns true for ß, ς and the joiners: UTS #46 §4, *deviation characters*.
    private static func isDeviation(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{DF}" || scalar == "\u{3C2}" || scalar == "\u{200C}" || scalar == "\u{200D}"
    }
}
