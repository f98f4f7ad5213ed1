import Untrusted

/// What can only be decided when everything is set: which paragraphs turned out to hold blocks, and whether what an in-page
/// link leads to is there.
struct DeferredEdits {
    // Each in the order of offsets, so that taking something back takes them back from the end.
    private var paragraphs: [Edit] = []
    private var links: [Edit] = []
    private var ids: Set<[UInt8]> = []
    private var idOffsets: [(offset: Int, id: [UInt8])] = []

    private struct Edit {
        var offset: Int
        var count: Int
        var replacement: [UInt8]
        /// Made only when no element has this id.
        var unlessID: [UInt8]?
    }

    /// The `<p>` that begins at `start` becomes a division; its end tag is not set yet.
    mutating func convertToDivision(at start: Int) {
        paragraphs.append(Edit(offset: start + 1, count: 1, replacement: Array("div".utf8)))
    }

    /// Whether an element bears this id already.
    func isIDTaken(_ id: [UInt8]) -> Bool { ids.contains(id) }

    /// Gives the element that begins at `start` the id; false when another has it.
    mutating func claimID(_ id: [UInt8], at start: Int) -> Bool {
        guard ids.insert(id).inserted else { return false }
        idOffsets.append((start, id))
        return true
    }

    /// Should nothing bear the id in the end, the `count` bytes at `start` give way to a link to `elsewhere`.
    mutating func link(at start: Int, count: Int, unless id: [UInt8], to elsewhere: WebAddress) {
        var written: [UInt8] = Array(" href=\"".utf8)
        var text = elsewhere.text
        text.withUTF8 { HTMLEscaping.append($0, to: &written, quotes: true) }
        written.append(contentsOf: "\" rel=\"noopener noreferrer\"".utf8)
        links.append(Edit(offset: start, count: count, replacement: written, unlessID: id))
    }

    /// Forgets what concerns anything from `offset` on.
    mutating func truncate(to offset: Int) {
        while let last = paragraphs.last, last.offset >= offset { paragraphs.removeLast() }
        while let last = links.last, last.offset >= offset { links.removeLast() }
        while let last = idOffsets.last, last.offset >= offset {
            ids.remove(last.id)
            idOffsets.removeLast()
        }
    }

    /// `bytes` with every correction made.
    func applied(in bytes: [UInt8]) -> String {
        let due = (paragraphs + links.filter { edit in edit.unlessID.map { !ids.contains($0) } ?? true })
            .sorted { $0.offset < $1.offset }
        guard !due.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
        var corrected: [UInt8] = []
        corrected.reserveCapacity(bytes.count + due.count * 8)
        var copied = 0
        for edit in due {
            // Edits never overlap; one that did would be left out rather than end the program.
            guard let between = Range(checked: copied, edit.offset) else { continue }
            corrected.append(contentsOf: bytes[between])
            corrected.append(contentsOf: edit.replacement)
            copied = edit.offset + edit.count
        }
        corrected.append(contentsOf: bytes[copied...])
        return String(decoding: corrected, as: UTF8.self)
    }
}
