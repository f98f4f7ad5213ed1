import CGumbo

extension CleaningRun {
    /// Where a frame's address is kept, the ways of consent banners and lazy loading first.
    static let frameAddresses: [StaticString] = [
        "data-src", "data-lazy-src", "data-cmp-src", "data-src-cmplz", "data-cookieblock-src", "data-lazyload",
        "data-lazy-load-src", "data-iframe-src", "src",
    ]

    /// A frame: a known player becomes a still picture and a link, anything else goes.
    mutating func frame(_ node: Tree.Node, _ common: CommonAttributes) {
        for name in Self.frameAddresses {
            guard let source = Tree.attribute(node, name), let address = WebAddress(bytes: source, base: base),
                let (player, page) = Player.recognise(address)
            else { continue }
            return write(player, page: page, still: player.still(of: page), label: FoundPicture.words(common.title))
        }
        if let player = Self.named(node), let page = page(of: player, node) {
            write(player, page: page, still: player.still(of: page), label: FoundPicture.words(common.title))
        }
    }

    /// Elements of a site's own making that hold nothing but a film's name: `<lite-youtube videoid="…">`.
    private static func named(_ node: Tree.Node) -> Player? {
        let name = unknownName(node)
        if name.elementsEqual("lite-youtube".utf8) || name.elementsEqual("amp-youtube".utf8) { return .youtube }
        if name.elementsEqual("lite-vimeo".utf8) || name.elementsEqual("amp-vimeo".utf8) { return .vimeo }
        return nil
    }

    private func page(of player: Player, _ node: Tree.Node) -> WebAddress? {
        guard let id = Tree.string(node, "videoid") ?? Tree.string(node, "data-videoid"),
            let name = PlayerPlace.name(id),
            let address = WebAddress(
                player == .youtube ? "https://www.youtube.com/embed/\(name)" : "https://vimeo.com/\(name)")
        else { return nil }
        return player.page(PlayerPlace(address))
    }

    /// `object` and `embed`: only players; false when the content is to take its place.
    mutating func object(_ node: Tree.Node, _ common: CommonAttributes) -> Bool {
        let reference = Tree.attribute(node, "data") ?? Tree.attribute(node, "src")
        guard let reference, let address = WebAddress(bytes: reference, base: base),
            let (player, page) = Player.recognise(address)
        else { return false }
        write(player, page: page, still: player.still(of: page), label: FoundPicture.words(common.title))
        return true
    }

    /// `audio` and `video`: a link to the file, with the poster when there is one; false when no file is named, and
    /// the content, usually a link, takes its place.
    mutating func media(_ node: Tree.Node) -> Bool {
        guard let address = mediaAddress(node) else { return false }
        let isVideo = node.pointee.v.element.tag == GUMBO_TAG_VIDEO
        let poster = Tree.attribute(node, "poster").flatMap { WebAddress(bytes: $0, base: base) }
        let label =
            FoundPicture.words(Tree.attribute(node, "title")) ?? FoundPicture.words(Tree.attribute(node, "aria-label"))
        write(isVideo ? .video : .audio, page: address.withoutTracking, still: isVideo ? poster : nil, label: label)
        return true
    }

    private func mediaAddress(_ node: Tree.Node) -> WebAddress? {
        for name in ["src", "data-src"] as [StaticString] {
            if let address = Tree.attribute(node, name).flatMap({ $0.isEmpty ? nil : WebAddress(bytes: $0, base: base) }
            ) {
                return address
            }
        }
        var walk = TreeWalk(node)
        while let step = walk.next() {
            guard case .enter(let child) = step, Tree.isElement(child), child.pointee.v.element.tag == GUMBO_TAG_SOURCE,
                let address = Tree.attribute(child, "src").flatMap({ WebAddress(bytes: $0, base: base) })
            else { continue }
            return address
        }
        return nil
    }

    private mutating func write(_ player: Player, page: WebAddress, still: WebAddress?, label: String?) {
        // A player is a link like any other, and must be one when it comes by again.
        var written = page.text
        let target = written.withUTF8 { LinkTarget.read($0, base: base) }
        guard case .web(let page) = target, player.owns(page) else { return }
        let isLink = emitter.begin(.a) != nil
        if isLink {
            emitter.attribute("class", "player")
            emitter.attribute("href", page.text)
            emitter.attribute("rel", "noopener noreferrer")
            emitter.attribute("data-player", player.rawValue)
            emitter.finishTag()
        }
        if let still, emitter.beginVoid("img") {
            emitter.attribute("src", still.text)
            emitter.attribute("alt", label ?? "")
            emitter.finishVoid()
            pictures.append(PictureMention(address: still, alt: label))
        } else {
            var words = label ?? Self.name(of: page)
            words.withUTF8 { emitter.write($0) }
        }
        if isLink { emitter.close() }
    }

    /// What to call a player without a name: its file, or the site.
    private static func name(of page: WebAddress) -> String {
        let file = page.path.split(separator: "/").last.map(String.init)?.removingEscapes ?? ""
        return file.contains(".") && file.count <= 80 ? file : page.host
    }
}
