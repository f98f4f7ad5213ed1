import CGumbo
import URLs

extension SanitizerPass {
    /// The attributes with a frame's address; those of consent banners and lazy loading come first.
    static let frameSourceAttributes: [StaticString] = [
        "data-src", "data-lazy-src", "data-cmp-src", "data-src-cmplz", "data-cookieblock-src", "data-lazyload",
        "data-lazy-load-src", "data-iframe-src", "src",
    ]

    /// Writes a known embed as a preview picture and a link.
    mutating func frame(_ node: GumboTree.Node, _ common: GlobalAttributes) {
        for name in Self.frameSourceAttributes {
            guard let source = GumboTree.attribute(node, name), let address = WebAddress(bytes: source, base: base),
                let (provider, page) = EmbedProvider.recognise(address)
            else { continue }
            return write(
                provider, page: page, thumbnail: provider.thumbnail(of: page),
                label: ParsedPicture.nonEmptyText(common.title))
        }
        if let provider = Self.customElementProvider(node), let page = customElementPage(of: provider, node) {
            write(
                provider, page: page, thumbnail: provider.thumbnail(of: page),
                label: ParsedPicture.nonEmptyText(common.title))
        }
    }

    /// Returns the provider for an element with only a video's ID: `<lite-youtube videoid="…">`.
    private static func customElementProvider(_ node: GumboTree.Node) -> EmbedProvider? {
        let name = unknownElementName(node)
        if name.elementsEqual("lite-youtube".utf8) || name.elementsEqual("amp-youtube".utf8) { return .youtube }
        if name.elementsEqual("lite-vimeo".utf8) || name.elementsEqual("amp-vimeo".utf8) { return .vimeo }
        return nil
    }

    private func customElementPage(of provider: EmbedProvider, _ node: GumboTree.Node) -> WebAddress? {
        guard let id = GumboTree.string(node, "videoid") ?? GumboTree.string(node, "data-videoid"),
            let name = EmbedURL.validName(id),
            let address = WebAddress(
                provider == .youtube ? "https://www.youtube.com/embed/\(name)" : "https://vimeo.com/\(name)")
        else { return nil }
        return provider.page(EmbedURL(address))
    }

    /// Writes a known embed; returns false for others, which their content replaces.
    mutating func object(_ node: GumboTree.Node, _ common: GlobalAttributes) -> Bool {
        let reference = GumboTree.attribute(node, "data") ?? GumboTree.attribute(node, "src")
        guard let reference, let address = WebAddress(bytes: reference, base: base),
            let (provider, page) = EmbedProvider.recognise(address)
        else { return false }
        write(
            provider, page: page, thumbnail: provider.thumbnail(of: page),
            label: ParsedPicture.nonEmptyText(common.title))
        return true
    }

    /// Writes a link to the file, with its poster; returns false if there is no file, and the content replaces the
    /// element.
    mutating func media(_ node: GumboTree.Node) -> Bool {
        guard let address = mediaAddress(node) else { return false }
        let isVideo = node.pointee.v.element.tag == GUMBO_TAG_VIDEO
        let poster = GumboTree.attribute(node, "poster").flatMap { WebAddress(bytes: $0, base: base) }
        let label =
            ParsedPicture.nonEmptyText(GumboTree.attribute(node, "title"))
            ?? ParsedPicture.nonEmptyText(GumboTree.attribute(node, "aria-label"))
        write(isVideo ? .video : .audio, page: address.withoutTracking, thumbnail: isVideo ? poster : nil, label: label)
        return true
    }

    private func mediaAddress(_ node: GumboTree.Node) -> WebAddress? {
        for name in ["src", "data-src"] as [StaticString] {
            if let address = GumboTree.attribute(node, name).flatMap({
                $0.isEmpty ? nil : WebAddress(bytes: $0, base: base)
            }
            ) {
                return address
            }
        }
        var walker = GumboTreeWalker(node)
        while let step = walker.next() {
            guard case .enter(let child) = step, GumboTree.isElement(child),
                child.pointee.v.element.tag == GUMBO_TAG_SOURCE,
                let address = GumboTree.attribute(child, "src").flatMap({ WebAddress(bytes: $0, base: base) })
            else { continue }
            return address
        }
        return nil
    }

    private mutating func write(_ provider: EmbedProvider, page: WebAddress, thumbnail: WebAddress?, label: String?) {
        // The link must be recognised as an embed when it is sanitised again.
        var written = page.text
        let target = written.withUTF8 { LinkTarget.read($0, base: base) }
        guard case .web(let page) = target, provider.owns(page) else { return }
        let isLink = builder.begin(.a) != nil
        if isLink {
            builder.attribute("class", "player")
            builder.attribute("href", page.text)
            builder.attribute("rel", "noopener noreferrer")
            builder.attribute("data-player", provider.rawValue)
            builder.finishTag()
        }
        if let thumbnail, builder.beginVoid("img") {
            builder.attribute("src", thumbnail.text)
            builder.attribute("alt", label ?? "")
            builder.finishVoid()
            pictures.append(PictureReference(address: thumbnail, alt: label))
        } else {
            var text = label ?? Self.name(of: page)
            text.withUTF8 { builder.write($0) }
        }
        if isLink { builder.close() }
    }

    /// Returns the file's name, or the host.
    private static func name(of page: WebAddress) -> String {
        let file = page.path.split(separator: "/").last.map(String.init)?.removingPercentEncoding ?? ""
        return file.contains(".") && file.count <= 80 ? file : page.host
    }
}
