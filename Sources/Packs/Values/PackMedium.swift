import Crypto
public import Foundation
import Untrusted

/// The name of a media file in a pack: the SHA-256 of its bytes.
public struct PackMediumID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The hash as 64 hexadecimal digits in lower case.
    public let hex: String

    /// - Returns: nil unless the text is a hash in this form.
    public init?(_ hex: some StringProtocol) {
        guard hex.utf8.count == 64, hex.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.hex = String(hex)
    }

    /// Creates the name of a file with these bytes.
    public init(of bytes: Data) { hex = Hex.encode(SHA256.hash(data: bytes)) }

    public static func < (one: PackMediumID, other: PackMediumID) -> Bool { one.hex < other.hex }

    public var description: String { hex }
}

/// A media file of a pack; its bytes are read separately, one file at a time.
public struct PackMedium: Sendable, Hashable {
    /// The hash of the bytes, which names the file.
    public var id: PackMediumID
    /// The format of the picture.
    public var type: PackMediaType
    /// The size in bytes.
    public var size: Int

    public init(id: PackMediumID, type: PackMediaType, size: Int) {
        self.id = id
        self.type = type
        self.size = size
    }
}

/// A picture format that packs may contain, recognised by the first bytes.
public enum PackMediaType: String, Sendable, Hashable, CaseIterable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case gif = "image/gif"
    case webp = "image/webp"

    /// Recognises the format by the first 12 bytes; the rest is not checked.
    public init?(of bytes: Data) {
        let start = Array(bytes.prefix(12))
        if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if start.starts(with: Array("GIF87a".utf8)) || start.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).elementsEqual("WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// The file extensions without a dot; the first is used for writing.
    var fileExtensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg"]
        case .png: ["png"]
        case .gif: ["gif"]
        case .webp: ["webp"]
        }
    }

    static let allFileExtensions = allCases.flatMap(\.fileExtensions)
}

/// A source of the bytes of a pack's media.
public protocol PackMediaSource: Sendable {
    /// Returns the bytes of a media file.
    func bytes(of id: PackMediumID) throws(PackError) -> Data
}
