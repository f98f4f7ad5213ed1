import URLs

extension SafeHTML {
    /// The markup with each picture that a browser would load from another server replaced by a link to it, or within a
    /// link by its text, as loading would tell that server who reads. Pictures of this server have a path as their
    /// address.
    public var linkingForeignPictures: SafeHTML {
        guard contains("<img ") || contains("<source ") else { return self }
        var isInLink = false
        return rewritingTags { tag, out in
            if tag.starts(with: "a ") { isInLink = true } else if tag.equals("/a") { isInLink = false }
            // The sources of a `<picture>` are dropped; its `<img>` has the text without it.
            if tag.starts(with: "source ") { return }
            guard tag.starts(with: "img "), tag.picture.isForeign else { return tag.write(to: &out) }
            tag.picture.writeLink(isInLink: isInLink, to: &out)
        }
    }
}

extension PictureTag {
    /// True for another server's picture; two slashes begin a host's name.
    fileprivate var isForeign: Bool { !src.hasPrefix("/") || src.hasPrefix("//") }

    fileprivate func writeLink(isInLink: Bool, to out: inout [UInt8]) {
        let address = WebAddress(src)
        if let address, !isInLink {
            HTMLEscaping.append("<a", to: &out)
            Self.write("href", address.text, to: &out)
            Self.write("rel", "noopener noreferrer", to: &out)
            out.append(0x3E)
        }
        var words = alt.isEmpty ? address.map(Self.name) ?? "" : alt
        words.withUTF8 { HTMLEscaping.append($0, to: &out, quotes: false) }
        if address != nil, !isInLink { HTMLEscaping.append("</a>", to: &out) }
    }

    /// Returns the name of the file, or else of the host.
    private static func name(of address: WebAddress) -> String {
        let file = address.path.split(separator: "/").last.map(String.init) ?? ""
        return file.isEmpty ? address.host : file
    }
}
