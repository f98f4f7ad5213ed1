import CVipsShim

/// The supported image formats, detected by the first bytes only.
enum PictureFormat: Sendable, Hashable {
    case jpeg, png, webp, gif
    case icon

    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webp
        } else if bytes.starts(with: [0, 0, 1, 0]) {
            self = .icon
        } else {
            return nil
        }
    }

    /// The media type (RFC 6838).
    var mediaType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .webp: "image/webp"
        case .gif: "image/gif"
        case .icon: "image/x-icon"
        }
    }

    /// The libvips loader; nil for icons.
    var loader: tidings_vips_kind? {
        switch self {
        case .jpeg: TIDINGS_VIPS_JPEG
        case .png: TIDINGS_VIPS_PNG
        case .webp: TIDINGS_VIPS_WEBP
        case .gif: TIDINGS_VIPS_GIF
        case .icon: nil
        }
    }
}
