import Foundation
import Web

/// A QR code in a terminal: two modules in each character cell, with its quiet zone of four.
enum QRPrinter {
    /// The zone around the code that scanners need, in modules.
    private static let quietZone = 4

    /// The code of a text in the colours that the terminal is allowed; empty when the text is too long for one.
    static func lines(for text: String) -> [TerminalText] {
        let isColoured = ProcessInfo.processInfo.environment["NO_COLOR"] == nil
        return QRCode(text).map { lines(of: $0, isColoured: isColoured) } ?? []
    }

    /// - Parameter isColoured: black on white, by colours of their own, so that it reads alike on light and on dark
    ///   terminals. Without colours the light modules are drawn, as most terminals are dark.
    static func lines(of code: QRCode, isColoured: Bool) -> [TerminalText] {
        let side = [Bool](repeating: false, count: quietZone)
        let empty = [[Bool]](
            repeating: [Bool](repeating: false, count: code.rows.count + 2 * quietZone), count: quietZone)
        var rows = empty + code.rows.map { side + $0 + side } + empty
        // A code's side is odd, and a line of characters holds two rows.
        if !rows.count.isMultiple(of: 2) { rows += empty.prefix(1) }
        return stride(from: 0, to: rows.count, by: 2).map { index in
            let cells = zip(rows[index], rows[index + 1]).map { upper, lower in
                character(upper == isColoured, lower == isColoured)
            }
            let line: TerminalText = "\(cells.joined())"
            return isColoured ? line.styled("38;5;16;48;5;231") : line
        }
    }

    private static func character(_ upper: Bool, _ lower: Bool) -> String {
        switch (upper, lower) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
