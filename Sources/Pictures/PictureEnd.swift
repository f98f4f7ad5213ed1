import Untrusted

/// A detector of pictures that are cut off, by the structure of their formats.
enum PictureEnd {
    /// Returns true if the end that the format demands is missing.
    static func isMissing(in bytes: [UInt8], of format: PictureFormat) -> Bool {
        switch format {
        case .jpeg: isMissingInJPEG(bytes)
        case .png: isMissingInPNG(bytes)
        case .webp: (bytes.littleEndian(at: 4, bytes: 4)?.int(in: 0...0xFFFF_FFFF) ?? 0) > bytes.count - 8
        // The trailer (GIF 89a, 27); some programs write zeros behind it.
        case .gif: bytes.last(where: { $0 != 0 }) != 0x3B
        case .icon: false
        }
    }

    /// Walks over the segments to the marker of the end: thumbnails in segments have ends of their own (ITU-T T.81, annex B).
    private static func isMissingInJPEG(_ bytes: [UInt8]) -> Bool {
        var at = 2
        while let marker = bytes.element(at: at + 1) {
            guard bytes[at] == 0xFF else { return false }
            switch marker {
            case 0xFF: at += 1
            case 0xD9: return false
            case 0x01, 0xD0...0xD7: at += 2
            default:
                guard let length = bytes.bigEndian(at: at + 2, bytes: 2)?.int(in: 2...0xFFFF) else {
                    return at + 4 > bytes.count
                }
                at += 2 + length
                if marker == 0xDA { at = endOfScan(in: bytes, from: at) }
            }
        }
        return true
    }

    /// Returns the offset of the first marker behind the data of a scan; 0xFF in data is followed by 0 or a restart.
    private static func endOfScan(in bytes: [UInt8], from start: Int) -> Int {
        var at = start
        while let next = bytes.element(at: at + 1) {
            if bytes[at] == 0xFF, next != 0, !(0xD0...0xD7).contains(next) { return at }
            at += 1
        }
        return bytes.count
    }

    private static func isMissingInPNG(_ bytes: [UInt8]) -> Bool {
        var at = 8
        while let length = bytes.bigEndian(at: at, bytes: 4)?.int(in: 0...0x7FFF_FFFF) {
            let isLast = bytes.checkedSlice(from: at + 4, count: 4)?.elementsEqual("IEND".utf8) == true
            at += 12 + length
            if isLast { return at > bytes.count }
        }
        return true
    }
}
