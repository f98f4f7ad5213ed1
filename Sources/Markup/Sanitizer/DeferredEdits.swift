import URLs
import Untrusted

/// The edits that can be decided only at the end: whether a paragraph holds blocks, whether the target of an in-page
/// link exists.
struct DeferredEdits {
    // The edits are ordered by offset, as truncation removes from the end.
    private var paragraphs: [Edit] = []
    private var links: [Edit] = []
    private var ids: Set<[UInt8]> = []
    /// The length of the replacements in bytes.
    private(set) var length = 0
    private var idOffsets: [(offset: Int, id: [UInt8])] = []

    private struct Edit {
        var offset: Int
        var count: Int
        var replacement: [UInt8]
        var unlessID: [UInt8]?
    }

    /// Turns an open paragraph, whose end tag is not written yet, into a division.
    mutating func convertToDivision(at start: Int) {
        paragraphs.append(Edit(offset: start + 1, count: 1, replacement: Array("div".utf8)))
    }

    func isIDTaken(_ id: [UInt8]) -> Bool { ids.contains(id) }

    /// Reserves an ID; returns false if it is taken.
    mutating func claimID(_ id: [UInt8], at start: Int) -> Bool {
        guard ids.insert(id).inserted else { return false }
        idOffsets.append((start, id))
        return true
    }

    /// Makes a link lead to `fallback` if no element has the ID in the end.
    mutating func link(at start: Int, count: Int, unlessID id: [UInt8], fallback: WebAddress) {
        var written: [UInt8] = Array(" href=\"".utf8)
        var text = fallback.text
        text.withUTF8 { HTMLEscaping.append($0, to: &written, quotes: true) }
        written.append(contentsOf: "\" rel=\"noopener noreferrer\"".utf8)
        length += written.count
        links.append(Edit(offset: start, count: count, replacement: written, unlessID: id))
    }

    mutating func truncate(to offset: Int) {
        while let last = paragraphs.last, last.offset >= offset { paragraphs.removeLast() }
        while let last = links.last, last.offset >= offset {
            links.removeLast()
            length -= last.replacement.count
        }
        while let last = idOffsets.last, last.offset >= offset {
            ids.remove(last.id)
            idOffsets.removeLast()
        }
    }

    func applied(to bytes: [UInt8]) -> String {
        let due = (paragraphs + links.filter { edit in edit.unlessID.map { !ids.contains($0) } ?? true })
            .sorted { $0.offset < $1.offset }
        guard !due.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
        var corrected: [UInt8] = []
        corrected.reserveCapacity(bytes.count + due.count * 8)
        var copied = 0
        for edit in due {
            // Edits never overlap; one that did is skipped.
            guard let between = Range(checked: copied, edit.offset) else { continue }
            corrected.append(contentsOf: bytes[between])
            corrected.append(contentsOf: edit.replacement)
            copied = edit.offset + edit.count
        }
        corrected.append(contentsOf: bytes[copied...])
        return String(decoding: corrected, as: UTF8.self)
    }
}
