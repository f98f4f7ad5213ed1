/// A Windows icon file with one PNG inside, which is what most sites serve as favicon.ico.
enum IconFile {
    static func ico(png: [UInt8]) -> [UInt8] {
        // Reserved, type 1, one picture; then width and height (0 is 256), no palette, one plane, 32 bits, the length
        // and the offset.
        [0, 0, 1, 0, 1, 0, 192, 192, 0, 0, 1, 0, 32, 0] + little(png.count) + little(22) + png
    }

    private static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
