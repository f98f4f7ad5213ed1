import CVipsShim
import Untrusted

// bounded throughout: sides are 1 to 256, and the bytes of all rows are counted before any is read.

/// A decoder of Windows icons, which are lists of PNGs and bitmaps.
enum ICODecoder {
    private struct Entry {
        let width: Int
        let bitDepth: Int
        let content: ArraySlice<UInt8>
    }

    /// Returns the smallest image that is wide enough, or else the largest.
    static func bestImage(in bytes: [UInt8], targetWidth: Int) throws(PictureError) -> [UInt8] {
        let entries = entries(in: bytes).sorted { ($0.width, $0.bitDepth) < ($1.width, $1.bitDepth) }
        guard let largest = entries.last else { throw .notAnImage(why: "the icon is empty") }
        let width = entries.first { $0.width >= targetWidth }?.width ?? largest.width
        let best = entries.last { $0.width == width } ?? largest
        let content = Array(best.content)
        if PictureFormat(content) == .png { return content }
        return try ICOBitmap(content).png()
    }

    private static func entries(in bytes: [UInt8]) -> [Entry] {
        let count = bytes.littleEndian(at: 4, bytes: 2)?.int(clampedTo: 0...64) ?? 0
        return (0..<count).compactMap { index in  // bounded: 0 to 64
            guard let entry = bytes.checkedSlice(from: 6 + 16 * index, count: 16),
                let side = entry.element(at: 0),
                let bitDepth = entry.littleEndian(at: 6, bytes: 2)?.int(in: 0...0xFFFF),
                let length = entry.littleEndian(at: 8, bytes: 4)?.int(in: 41...0xFFFF_FFFF),
                let start = entry.littleEndian(at: 12, bytes: 4)?.int(in: 22...0xFFFF_FFFF),
                let content = bytes.checkedSlice(from: start, count: length)
            else { return nil }
            return Entry(width: side == 0 ? 256 : Int(side), bitDepth: bitDepth, content: content)
        }
    }
}

/// A bitmap of an icon: colours, then a mask of one bit per pixel; the bottom row comes first.
private struct ICOBitmap {
    private let bytes: [UInt8]
    private let width: Int
    private let height: Int
    private let bitDepth: Int
    private let palette: Int
    private let colorCount: Int
    private let mask: Int

    init(_ bytes: [UInt8]) throws(PictureError) {
        // The header has 40 bytes and says "uncompressed"; its height counts colours and mask.
        guard bytes.littleEndian(at: 0, bytes: 4)?.int(in: 40...40) != nil,
            bytes.littleEndian(at: 16, bytes: 4)?.int(in: 0...0) != nil,
            let bitDepth = bytes.littleEndian(at: 14, bytes: 2)?.int(in: 4...32), [4, 8, 24, 32].contains(bitDepth),
            let width = bytes.littleEndian(at: 4, bytes: 4)?.int(in: 1...256),
            let height = bytes.littleEndian(at: 8, bytes: 4)?.int(in: 2...513).map({ $0 / 2 }),
            let used = bytes.littleEndian(at: 32, bytes: 4)?.int(clampedTo: 0...256)
        else { throw .notAnImage(why: "the icon holds a kind of bitmap that is not opened") }
        self.bytes = bytes
        self.width = width
        self.height = height
        self.bitDepth = bitDepth
        palette = bitDepth > 8 ? 0 : used == 0 ? 1 << bitDepth : used
        colorCount = 40 + 4 * palette
        mask = colorCount + Self.row(width, bitDepth) * height
        guard bytes.count >= mask else { throw .notAnImage(why: "the icon breaks off") }
    }

    /// Returns the size of a row in bytes, padded to four.
    private static func row(_ width: Int, _ bitDepth: Int) -> Int { (width * bitDepth + 31) / 32 * 4 }

    func png() throws(PictureError) -> [UInt8] {
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        var isBlank = true
        for y in 0..<height {
            for x in 0..<width {
                let pixel = color(x, y)
                let at = (y * width + x) * 4
                pixels.replaceSubrange(at..<at + 4, with: pixel)
                if bitDepth == 32, pixel[3] > 0 { isBlank = false }
            }
        }
        // If no alpha was written, the mask counts.
        if bitDepth != 32 || isBlank { applyMask(to: &pixels) }
        return try Self.encodedPNG(pixels, width, height)
    }

    private func color(_ x: Int, _ y: Int) -> [UInt8] {
        let row = colorCount + Self.row(width, bitDepth) * (height - 1 - y)
        if bitDepth >= 24 {
            let at = row + x * bitDepth / 8
            return [bytes[at + 2], bytes[at + 1], bytes[at], bitDepth == 32 ? bytes[at + 3] : 255]
        }
        let byte = bytes[row + x * bitDepth / 8]
        let index = bitDepth == 8 ? Int(byte) : Int(x % 2 == 0 ? byte >> 4 : byte & 15)
        guard index < palette else { return [0, 0, 0, 255] }
        let at = 40 + 4 * index
        return [bytes[at + 2], bytes[at + 1], bytes[at], 255]
    }

    private func applyMask(to pixels: inout [UInt8]) {
        let row = Self.row(width, 1)
        for y in 0..<height {
            for x in 0..<width {
                let at = mask + row * (height - 1 - y) + x / 8
                let isTransparent = at < bytes.count && bytes[at] & (0x80 >> UInt8(x % 8)) != 0
                pixels[(y * width + x) * 4 + 3] = isTransparent ? 0 : 255
            }
        }
    }

    private static func encodedPNG(_ pixels: [UInt8], _ width: Int, _ height: Int) throws(PictureError) -> [UInt8] {
        var out: UnsafeMutablePointer<UInt8>?
        var length = 0
        let status = pixels.withUnsafeBytes {
            tidings_vips_pixels_to_png($0.baseAddress, $0.count, Int32(width), Int32(height), &out, &length)
        }
        guard status == 0, let out else { throw DecoderInput.error(status) }
        defer { tidings_vips_free(out) }
        return Array(UnsafeBufferPointer(start: out, count: length))
    }
}
