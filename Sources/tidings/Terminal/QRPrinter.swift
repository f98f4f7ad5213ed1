import Foundation
import Web

/// Prints QR codes, two modules per character.
enum QRPrinter {
    /// The margin that scanners need, in modules (ISO/IEC 18004).
    private static let quietZone = 4

    /// Empty for texts that have no code, such as long ones. Honours NO_COLOR.
    static func lines(for text: String) -> [TerminalText] {
        // Without a code there is still the link itself, which is printed below.
        guard let code = try? QRCode(text) else { return [] }
        return lines(of: code, isColoured: ProcessInfo.processInfo.environment["NO_COLOR"] == nil)
    }

    /// - Parameter isColoured: black on white; else light modules, since most terminals are dark.
    static func lines(of code: QRCode, isColoured: Bool) -> [TerminalText] {
        let side = [Bool](repeating: false, count: quietZone)
        let empty = [[Bool]](
            repeating: [Bool](repeating: false, count: code.rows.count + 2 * quietZone), count: quietZone)
        var rows = empty + code.rows.map { side + $0 + side } + empty
        // A line holds two rows; their number is odd.
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
