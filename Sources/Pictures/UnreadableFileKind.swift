import Untrusted

/// A kind of file that people take for a picture, or choose by mistake, and that is not decoded.
public enum UnreadableFileKind: Sendable, Hashable, CaseIterable {
    case heic, avif, jpegXL, jpeg2000, tiff, bitmap, icon, camera, photoshop, svg
    case pdf, postScript, video, sound, webPage, archive

    /// Detects the kind by the first bytes only; nil for others.
    public init?(_ bytes: [UInt8]) {
        let kind = Self.isoMediaKind(bytes) ?? Self.riffKind(bytes)
        if let kind = kind ?? Self.signatures.first(where: { bytes.starts(with: $0.bytes) })?.kind
            ?? Self.textKind(bytes)
        {
            self = kind
        } else {
            return nil
        }
    }

    /// A sentence for the person who uploads.
    var message: String {
        switch self {
        case .heic: "HEIC pictures cannot be read; export it as JPEG."
        case .avif: "AVIF pictures cannot be read; export it as JPEG."
        case .jpegXL: "JPEG XL pictures cannot be read; export it as JPEG."
        case .jpeg2000: "JPEG 2000 pictures cannot be read; export it as JPEG."
        case .tiff: "TIFF pictures cannot be read; export it as JPEG."
        case .bitmap: "BMP pictures cannot be read; export it as PNG."
        case .icon: "Windows icons cannot be read; export it as PNG."
        case .camera: "Raw files of cameras cannot be read; export it as JPEG."
        case .photoshop: "Photoshop documents cannot be read; export it as JPEG or PNG."
        case .svg: "SVG drawings cannot be read; export it as PNG."
        case .pdf: "PDF documents cannot be read; export the page as JPEG or PNG."
        case .postScript: "PostScript drawings cannot be read; export it as PNG."
        case .video: "Videos cannot be read; export one picture of it as JPEG."
        case .sound: "The file is a sound; choose a JPEG, PNG, GIF or WebP."
        case .webPage: "The file is a web page; save the picture itself and choose that."
        case .archive: "The file is an archive or document; take the picture out of it and choose that."
        }
    }

    private static let signatures: [(bytes: [UInt8], kind: UnreadableFileKind)] = [
        ([0xFF, 0x0A], .jpegXL), ([0, 0, 0, 12] + "JXL ".utf8, .jpegXL), ([0, 0, 0, 12] + "jP  ".utf8, .jpeg2000),
        ([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000),
        (Array("II*\0".utf8) + [16, 0, 0, 0] + "CR".utf8, .camera), (Array("IIRO".utf8), .camera),
        (Array("IIU\0".utf8), .camera), (Array("FUJIFILMCCD-RAW".utf8), .camera),
        (Array("II*\0".utf8), .tiff), (Array("MM\0*".utf8), .tiff), (Array("II+\0".utf8), .tiff),
        (Array("MM\0+".utf8), .tiff), (Array("BM".utf8), .bitmap), ([0, 0, 1, 0], .icon),
        (Array("8BPS".utf8), .photoshop),
        (Array("%PDF-".utf8), .pdf), (Array("%!PS".utf8), .postScript), ([0xC5, 0xD0, 0xD3, 0xC6], .postScript),
        ([0x1A, 0x45, 0xDF, 0xA3], .video), ([0, 0, 1, 0xBA], .video), (Array("FLV".utf8), .video),
        (Array("ID3".utf8), .sound), (Array("OggS".utf8), .sound), (Array("fLaC".utf8), .sound),
        (Array("PK".utf8) + [3, 4], .archive), ([0xD0, 0xCF, 0x11, 0xE0], .archive), ([0x1F, 0x8B], .archive),
        (Array("Rar!".utf8), .archive), (Array("7z".utf8) + [0xBC, 0xAF], .archive),
    ]

    /// Returns the kind of a file of boxes by its brand (ISO/IEC 14496-12 §4.3; of pictures, ISO/IEC 23008-12 annex B).
    private static func isoMediaKind(_ bytes: [UInt8]) -> UnreadableFileKind? {
        guard bytes.dropFirst(4).starts(with: "ftyp".utf8), bytes.count >= 12 else { return nil }
        let size = bytes.bigEndian(at: 0, bytes: 4)?.int(clampedTo: 16...512) ?? 16
        // The main brand, and behind the version of it those that it is compatible with.
        let box = bytes.prefix(size)
        let brands = stride(from: 8, to: box.count, by: 4).map {
            String(decoding: box.dropFirst($0).prefix(4), as: UTF8.self)
        }
        if brands.contains("avif") || brands.contains("avis") { return .avif }
        if !["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"].allSatisfy({ !brands.contains($0) }) {
            return .heic
        }
        if brands[0] == "crx " { return .camera }
        return brands[0].hasPrefix("M4A") ? .sound : .video
    }

    private static func riffKind(_ bytes: [UInt8]) -> UnreadableFileKind? {
        guard bytes.starts(with: "RIFF".utf8) else { return nil }
        if bytes.dropFirst(8).starts(with: "AVI ".utf8) { return .video }
        return bytes.dropFirst(8).starts(with: "WAVE".utf8) ? .sound : nil
    }

    private static func textKind(_ bytes: [UInt8]) -> UnreadableFileKind? {
        // UTF-16 has a zero beside each letter.
        let text = String(decoding: bytes.prefix(4_096).filter { $0 != 0 }, as: UTF8.self).lowercased()
        guard let first = text.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" && $0 != "\u{FFFD}" }), first == "<"
        else { return nil }
        if text.contains("<html") || text.contains("<!doctype html") { return .webPage }
        return text.contains("<svg") ? .svg : nil
    }
}
