import Foundation
import Web

/// A printer of QR codes with two modules per character.
enum QRPrinter {
    /// The margin in modules that scanners need (ISO/IEC 18004).
    private static let quietZone = 4

    /// Returns the lines of a QR code; empty for texts that have no code, such as long ones. Honours NO_COLOR.
    static func lines(for text: String) -> [TerminalText] {
        // The link itself is printed below, also without a code.
        guard let code = try? QRCode(text) else { return [] }
        return lines(of: code, isColoured: ProcessInfo.processInfo.environment["NO_COLOR"] == nil)
    }

    /// Returns the lines of a QR code.
    ///
    /// - Parameter isColoured: true for black on white; false for light modules, because most terminals are dark.
    static func lines(of code: QRCode, isColoured: Bool) -> [TerminalText] {
        let side = [Bool](repeating: false, count: quietZone)
        let empty = [[Bool]](
            repeating: [Bool](repeating: false, count: code.rows.count + 2 * quietZone), count: quietZone)
        var rows = empty + code.rows.map { side + $0 + side } + empty
        // A line has two rows, and the number of rows is odd.
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
