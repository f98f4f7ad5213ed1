import Untrusted

/// Edits that can only be decided at the end: which paragraphs hold blocks, and whether the target of an in-page link
/// exists.
struct DeferredEdits {
    // Each is ordered by offset, so that truncation removes from the end.
    private var paragraphs: [Edit] = []
    private var links: [Edit] = []
    private var ids: Set<[UInt8]> = []
    private var idOffsets: [(offset: Int, id: [UInt8])] = []

    private struct Edit {
        var offset: Int
        var count: Int
        var replacement: [UInt8]
        /// Apply only when no element has this id.
        var unlessID: [UInt8]?
    }

    /// Turns the `<p>` that begins at `start` into a `div`; its end tag is not written yet.
    mutating func convertToDivision(at start: Int) {
        paragraphs.append(Edit(offset: start + 1, count: 1, replacement: Array("div".utf8)))
    }

    /// Whether an element has this id.
    func isIDTaken(_ id: [UInt8]) -> Bool { ids.contains(id) }

    /// Gives the element that begins at `start` the id; false when another has it.
    mutating func claimID(_ id: [UInt8], at start: Int) -> Bool {
        guard ids.insert(id).inserted else { return false }
        idOffsets.append((start, id))
        return true
    }

    /// Replaces the `count` bytes at `start` with a link to `elsewhere` if no element has the id in the end.
    mutating func link(at start: Int, count: Int, unless id: [UInt8], to elsewhere: WebAddress) {
        var written: [UInt8] = Array(" href=\"".utf8)
        var text = elsewhere.text
        text.withUTF8 { HTMLEscaping.append($0, to: &written, quotes: true) }
        written.append(contentsOf: "\" rel=\"noopener noreferrer\"".utf8)
        links.append(Edit(offset: start, count: count, replacement: written, unlessID: id))
    }

    /// Drops all edits from `offset` on.
    mutating func truncate(to offset: Int) {
        while let last = paragraphs.last, last.offset >= offset { paragraphs.removeLast() }
        while let last = links.last, last.offset >= offset { links.removeLast() }
        while let last = idOffsets.last, last.offset >= offset {
            ids.remove(last.id)
            idOffsets.removeLast()
        }
    }

    /// `bytes` with every edit applied.
    func applied(in bytes: [UInt8]) -> String {
        let due = (paragraphs + links.filter { edit in edit.unlessID.map { !ids.contains($0) } ?? true })
            .sorted { $0.offset < $1.offset }
        guard !due.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
        var corrected: [UInt8] = []
        corrected.reserveCapacity(bytes.count + due.count * 8)
        var copied = 0
        for edit in due {
            // Edits never overlap; if one did, it would be skipped rather than crash.
            guard let between = Range(checked: copied, edit.offset) else { continue }
            corrected.append(contentsOf: bytes[between])
            corrected.append(contentsOf: edit.replacement)
            copied = edit.offset + edit.count
        }
        corrected.append(contentsOf: bytes[copied...])
        return String(decoding: corrected, as: UTF8.self)
    }
}
