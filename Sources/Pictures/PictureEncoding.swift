import CVipsShim

/// The encoding of a picture that is sent to a client, by what the client can decode.
public enum PictureEncoding: Sendable, Hashable, CaseIterable {
    /// JPEG, or PNG if the picture is transparent: every client shows these.
    case jpeg
    /// WebP: half of the bytes of a JPEG of the same likeness. JPEG and PNG stand in where libvips cannot write it.
    case webp

    var kind: tidings_vips_kind { self == .webp ? TIDINGS_VIPS_WEBP : TIDINGS_VIPS_JPEG }

    /// The qualities of equal likeness (decision 0039).
    var quality: Int32 { self == .webp ? 75 : 78 }

    /// The end of the names of cached results.
    var cacheSuffix: String { self == .webp ? "-webp" : "" }
}
