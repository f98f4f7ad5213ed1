import CVipsShim

/// Takes a picture out of a Windows icon: a list of pictures, each a whole PNG or a bitmap without its file header.
enum Icon {
    private struct Entry {
        let width: Int
        let bits: Int
        let place: Range<Int>
    }

    /// PNG bytes of the picture that suits a width best: the smallest that is wide enough, else the largest.
    static func picture(in bytes: [UInt8], wanted: Int) throws(PictureError) -> [UInt8] {
        let entries = entries(in: bytes).sorted { ($0.width, $0.bits) < ($1.width, $1.bits) }
        guard let largest = entries.last else { throw .notAPicture(why: "the icon is empty") }
        let width = entries.first { $0.width >= wanted }?.width ?? largest.width
        let best = entries.last { $0.width == width } ?? largest
        let content = Array(bytes[best.place])
        if PictureKind(content) == .png { return content }
        return try Bitmap(content).png()
    }

    private static func entries(in bytes: [UInt8]) -> [Entry] {
        guard bytes.count >= 6 else { return [] }
        let count = min(Int(bytes.number16(4)), 64)
        return (0..<count).compactMap { index in
            let at = 6 + 16 * index
            guard bytes.count >= at + 16 else { return nil }
            let length = Int(bytes.number32(at + 8))
            let start = Int(bytes.number32(at + 12))
            guard length > 40, start >= 22, start + length <= bytes.count else { return nil }
            let width = bytes[at] == 0 ? 256 : Int(bytes[at])
            return Entry(width: width, bits: Int(bytes.number16(at + 6)), place: start..<start + length)
        }
    }
}

/// The bitmap of an icon: colours first, then one bit per pixel that says what is see-through; rows from the bottom.
private struct Bitmap {
    private let bytes: [UInt8]
    private let width: Int
    private let height: Int
    private let bits: Int
    private let palette: Int
    private let colours: Int
    private let mask: Int

    init(_ bytes: [UInt8]) throws(PictureError) {
        guard bytes.count > 40, bytes.number32(0) == 40, bytes.number32(16) == 0 else {
            throw .notAPicture(why: "the icon holds a kind of bitmap that is not opened")
        }
        let bits = Int(bytes.number16(14))
        let width = Int(bytes.number32(4))
        // The height counts the colours and the mask.
        let height = Int(bytes.number32(8)) / 2
        guard [4, 8, 24, 32].contains(bits), (1...256).contains(width), (1...256).contains(height) else {
            throw .notAPicture(why: "the icon holds a kind of bitmap that is not opened")
        }
        let used = Int(min(bytes.number32(32), 256))
        self.bytes = bytes
        self.width = width
        self.height = height
        self.bits = bits
        palette = bits > 8 ? 0 : used == 0 ? 1 << bits : used
        colours = 40 + 4 * palette
        mask = colours + Self.row(width, bits) * height
        guard bytes.count >= mask else { throw .notAPicture(why: "the icon breaks off") }
    }

    /// Bytes of a row, which is filled up to four.
    private static func row(_ width: Int, _ bits: Int) -> Int { (width * bits + 31) / 32 * 4 }

    func png() throws(PictureError) -> [UInt8] {
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        var isBlank = true
        for y in 0..<height {
            for x in 0..<width {
                let colour = colour(x, y)
                let at = (y * width + x) * 4
                pixels.replaceSubrange(at..<at + 4, with: colour)
                if bits == 32, colour[3] > 0 { isBlank = false }
            }
        }
        // Alpha that is nought everywhere means that it was never written: then the mask counts.
        if bits != 32 || isBlank { applyMask(to: &pixels) }
        return try Self.saved(pixels, width, height)
    }

    /// Red, green, blue and alpha.
    private func colour(_ x: Int, _ y: Int) -> [UInt8] {
        let row = colours + Self.row(width, bits) * (height - 1 - y)
        if bits >= 24 {
            let at = row + x * bits / 8
            return [bytes[at + 2], bytes[at + 1], bytes[at], bits == 32 ? bytes[at + 3] : 255]
        }
        let byte = bytes[row + x * bits / 8]
        let index = bits == 8 ? Int(byte) : Int(x % 2 == 0 ? byte >> 4 : byte & 15)
        guard index < palette else { return [0, 0, 0, 255] }
        let at = 40 + 4 * index
        return [bytes[at + 2], bytes[at + 1], bytes[at], 255]
    }

    private func applyMask(to pixels: inout [UInt8]) {
        let row = Self.row(width, 1)
        for y in 0..<height {
            for x in 0..<width {
                let at = mask + row * (height - 1 - y) + x / 8
                let isClear = at < bytes.count && bytes[at] & (0x80 >> UInt8(x % 8)) != 0
                pixels[(y * width + x) * 4 + 3] = isClear ? 0 : 255
            }
        }
    }

    private static func saved(_ pixels: [UInt8], _ width: Int, _ height: Int) throws(PictureError) -> [UInt8] {
        var out: UnsafeMutablePointer<UInt8>?
        var length = 0
        let status = pixels.withUnsafeBytes {
            tidings_vips_pixels_to_png($0.baseAddress, $0.count, Int32(width), Int32(height), &out, &length)
        }
        guard status == 0, let out else { throw Negative.failure(status) }
        defer { tidings_vips_free(out) }
        return Array(UnsafeBufferPointer(start: out, count: length))
    }
}

extension [UInt8] {
    /// Two bytes, the low one first.
    fileprivate func number16(_ at: Int) -> UInt16 { UInt16(self[at]) | UInt16(self[at + 1]) << 8 }

    /// Four bytes, the low one first.
    fileprivate func number32(_ at: Int) -> UInt32 { UInt32(number16(at)) | UInt32(number16(at + 2)) << 16 }
}
