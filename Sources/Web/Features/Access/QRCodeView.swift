import Markup

/// A view of a QR code as a drawing, always dark on white, as readers of codes expect it.
enum QRCodeView {
    /// The margin in modules that scanners need (ISO/IEC 18004).
    private static let quietZone = 4

    static func write(_ code: QRCode, label: String, into w: inout HTMLWriter) {
        let side = code.rows.count + 2 * quietZone
        w.element(
            .svg, class: "qr-code",
            [
                .attribute("viewBox", "0 0 \(side) \(side)"), .role("img"), .aria("label", label),
                .attribute("shape-rendering", "crispEdges"),
            ]
        ) { w in
            w.raw("<path fill=\"#fff\" d=\"M0 0h")
            w.number(side)
            w.raw("v")
            w.number(side)
            w.raw("H0z\"/><path fill=\"#000\" d=\"")
            for (y, row) in code.rows.enumerated() { writeRow(row, y + quietZone, &w) }
            w.raw("\"/>")
        }
    }

    /// Writes the dark modules of a row, each run as one rectangle.
    private static func writeRow(_ row: [Bool], _ y: Int, _ w: inout HTMLWriter) {
        var start: Int?
        for (x, isDark) in (row + [false]).enumerated() {
            if isDark {
                start = start ?? x
            } else if let from = start {
                w.text("M\(from + quietZone) \(y)h\(x - from)v1h-\(x - from)z")
                start = nil
            }
        }
    }
}
