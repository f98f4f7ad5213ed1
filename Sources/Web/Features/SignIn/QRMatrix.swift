// bounded throughout: sizes are those of versions 1 to 10 and do not depend on the data.

/// The modules: function patterns, codewords and mask (ISO/IEC 18004 §6.3, §7.7 to §7.10).
struct QRMatrix {
    private let version: QRVersion
    private var dark: [[Bool]]
    /// Function patterns, which codewords and masks do not change.
    private var isFixed: [[Bool]]

    private var size: Int { version.size }

    init(_ version: QRVersion) {
        self.version = version
        let blank = [[Bool]](repeating: [Bool](repeating: false, count: version.size), count: version.size)
        dark = blank
        isFixed = blank
        for index in 0..<size {
            setFixed(index, 6, index.isMultiple(of: 2))
            setFixed(6, index, index.isMultiple(of: 2))
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
        for x in version.alignment {
            for y in version.alignment where !overlapsFinder(x, y) { drawAlignmentPattern(x, y) }
        }
        writeFormat(mask: 0)
        writeVersion()
    }

    // MARK: - Fixed patterns

    private mutating func setFixed(_ x: Int, _ y: Int, _ isDark: Bool) {
        guard (0..<size).contains(x), (0..<size).contains(y) else { return }
        dark[y][x] = isDark
        isFixed[y][x] = true
    }

    private mutating func drawFinder(_ x: Int, _ y: Int) {
        for dy in -4...4 {
            for dx in -4...4 {
                let ring = max(abs(dx), abs(dy))
                setFixed(x + dx, y + dy, ring != 2 && ring != 4)
            }
        }
    }

    private mutating func drawAlignmentPattern(_ x: Int, _ y: Int) {
        for dy in -2...2 { for dx in -2...2 { setFixed(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) } }
    }

    private func overlapsFinder(_ x: Int, _ y: Int) -> Bool {
        (x == 6 && y == 6) || (x == 6 && y == size - 7) || (x == size - 7 && y == 6)
    }

    /// Level and mask, twice (§7.9).
    private mutating func writeFormat(mask: Int) {
        var rest = mask
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9 & 1) * 0x537 }
        // Level M is 00, so the data bits are the mask's number.
        let bits = (mask << 10 | rest) ^ 0x5412
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0..<6 { setFixed(8, index, bit(index)) }
        setFixed(8, 7, bit(6))
        setFixed(8, 8, bit(7))
        setFixed(7, 8, bit(8))
        for index in 9..<15 { setFixed(14 - index, 8, bit(index)) }
        for index in 0..<8 { setFixed(size - 1 - index, 8, bit(index)) }
        for index in 8..<15 { setFixed(8, size - 15 + index, bit(index)) }
        setFixed(8, size - 8, true)
    }

    /// Twice, from version 7 on (§7.10).
    private mutating func writeVersion() {
        guard version.number >= 7 else { return }
        var rest = version.number
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11 & 1) * 0x1F25 }
        let bits = version.number << 12 | rest
        for index in 0..<18 {
            let (far, near) = (size - 11 + index % 3, index / 3)
            setFixed(far, near, bits >> index & 1 == 1)
            setFixed(near, far, bits >> index & 1 == 1)
        }
    }

    // MARK: - Codewords

    /// In pairs of columns from the right, alternately up and down (§7.7.3).
    mutating func placeCodewords(_ words: [UInt8]) {
        var index = 0
        for step in stride(from: size - 1, through: 1, by: -2) {
            // Skips the column of the timing pattern.
            let right = step <= 6 ? step - 1 : step
            let isUpward = (size - 1 - step) / 2 % 2 == 0
            for turn in 0..<size {
                let y = isUpward ? size - 1 - turn : turn
                for x in [right, right - 1] where !isFixed[y][x] && index < words.count * 8 {
                    dark[y][x] = words[index >> 3] >> (7 - index & 7) & 1 == 1
                    index += 1
                }
            }
        }
    }

    // MARK: - Masks

    private static let masks: [@Sendable (Int, Int) -> Bool] = [
        { x, y in (x + y) % 2 == 0 }, { _, y in y % 2 == 0 }, { x, _ in x % 3 == 0 }, { x, y in (x + y) % 3 == 0 },
        { x, y in (x / 3 + y / 2) % 2 == 0 }, { x, y in x * y % 2 + x * y % 3 == 0 },
        { x, y in (x * y % 2 + x * y % 3) % 2 == 0 }, { x, y in ((x + y) % 2 + x * y % 3) % 2 == 0 },
    ]

    /// Under the mask with the lowest penalty.
    func bestMasked() -> [[Bool]] {
        let all = Self.masks.indices.map { number in
            var copy = self
            copy.applyMask(number)
            return (rows: copy.dark, points: QRPenalty.points(of: copy.dark))
        }
        return all.min { $0.points < $1.points }?.rows ?? dark
    }

    private mutating func applyMask(_ number: Int) {
        for y in 0..<size {
            for x in 0..<size where !isFixed[y][x] && Self.masks[number](x, y) { dark[y][x].toggle() }
        }
        writeFormat(mask: number)
    }
}

/// Penalties (§7.8.3): runs, blocks, finder-like patterns, dark modules.
enum QRPenalty {
    static func points(of rows: [[Bool]]) -> Int {
        let size = rows.count
        let columns = (0..<size).map { x in rows.map { $0[x] } }
        let lines = (rows + columns).reduce(0) { $0 + runs(in: $1) + finders(in: $1) }
        var blocks = 0
        for y in 1..<size {
            for x in 1..<size {
                let corner = rows[y][x]
                if rows[y - 1][x] == corner, rows[y][x - 1] == corner, rows[y - 1][x - 1] == corner { blocks += 3 }
            }
        }
        let share = rows.joined().count { $0 } * 100 / (size * size)
        return lines + blocks + abs(share - 50) / 5 * 10
    }

    private static func runs(in line: [Bool]) -> Int {
        var (points, length) = (0, 0)
        for (index, module) in line.enumerated() {
            length = index > 0 && line[index - 1] == module ? length + 1 : 1
            if length == 5 { points += 3 } else if length > 5 { points += 1 }
        }
        return points
    }

    private static let finder = [true, false, true, true, true, false, true]
    private static let light = [false, false, false, false]

    private static func finders(in line: [Bool]) -> Int {
        let patterns = [finder + light, light + finder]
        return (0..<max(0, line.count - 10)).reduce(0) { points, start in
            points + patterns.count { $0.elementsEqual(line[start..<(start + 11)]) } * 40
        }
    }
}
