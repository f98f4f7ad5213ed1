import CGumbo

extension CleaningRun {
    /// A frame: a known player becomes a still picture and a link, anything else goes.
    mutating func frame(_ node: Tree.Node, _ common: CommonAttributes) {
        for name in ["data-src", "data-lazy-src", "src"] as [StaticString] {
            guard let source = Tree.attribute(node, name), let address = WebAddress(bytes: source, base: base),
                let (player, page) = Player.recognise(address)
            else { continue }
            return write(player, page: page, still: player.still(of: page), label: FoundPicture.words(common.title))
        }
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
