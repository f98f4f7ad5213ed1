/// Writes the normal form. It is told what was found, in order, and decides what may stand where, so that every HTML
/// parser reads the result as the same tree: no block in a paragraph, no link in a link, table parts only in tables.
/// White space is collapsed, what turns out empty is taken back; both in one pass over the bytes.
struct Emitter {
    /// The markup so far.
    private(set) var out: [UInt8] = []
    /// The plain text so far.
    private(set) var text: TextBuffer
    /// What is open, outermost first; the first is the document itself.
    private(set) var open: [Open] = [Open(element: .root)]
    /// Whether the bound on elements was reached: nothing more is written.
    private(set) var isFull = false

    // Each in the order of offsets, so that taking something back takes them back from the end.
    private var paragraphEdits: [Edit] = []
    private var linkEdits: [Edit] = []
    private var ids: Set<[UInt8]> = []
    private var idMarks: [(offset: Int, id: [UInt8])] = []
    private var openOnce: UInt64 = 0
    private var headings = 0
    private var preformatted = 0
    private var paragraph = -1
    private var elements = 0
    /// Whether white space here would be at a line's beginning or doubled.
    private var isAtSpace = true
    private var isSpacePending = false

    /// Deeper elements are unwrapped. Below the bound of the pre-pass, so that clean HTML passes it untouched.
    private static let deepest = 200

    /// An element whose end tag is not written yet.
    struct Open {
        var element: Element
        /// Where its start tag begins.
        var start = 0
        /// Where its content begins.
        var bodyStart = 0
        var hasContent = false
        var hasBreak = false
        var keepsWhenEmpty = false
        /// The state of white space before it, in case it is taken back.
        var wasAtSpace = true
        var hadSpace = false
        /// What was cut off the line before it.
        var trimmed: [UInt8] = []
        var outerParagraph = -1
        var textStart = 0
        var pictureStart = 0
    }

    /// A change to be made once everything is written.
    private struct Edit {
        var offset: Int
        var count: Int
        var replacement: [UInt8]
        /// Made only when no element has this id.
        var unlessID: [UInt8]?
    }

    init(reserving capacity: Int) {
        out.reserveCapacity(capacity)
        text = TextBuffer(reserving: capacity)
    }

    var isInPreformatted: Bool { preformatted > 0 }

    func isOpen(_ element: Element) -> Bool { open.contains { $0.element == element } }

    // MARK: Elements

    /// Begins an element's start tag and says what it became, nil when it may not stand here and its content takes
    /// its place. Attributes follow, then `finishTag()`.
    mutating func begin(_ wanted: Element) -> Element? {
        guard let element = admitted(wanted) else { return nil }
        var entry = Open(element: element, wasAtSpace: isAtSpace, hadSpace: isSpacePending)
        if element.isBlock { entry.trimmed = beginBlock(element) } else { flushSpace() }
        entry.start = out.count
        entry.outerParagraph = paragraph
        entry.textStart = text.bytes.count
        if element == .p { paragraph = open.count }
        if element.isCell || element == .caption || element == .table { paragraph = -1 }
        if element.isOnce { openOnce |= 1 << UInt64(element.rawValue) }
        if element.isHeading { headings += 1 }
        if element == .pre { preformatted += 1 }
        entry.keepsWhenEmpty = element.isCell
        open.append(entry)
        out.append(0x3C)
        Escaping.append(element.name, to: &out)
        countElement()
        return element
    }

    /// Ends the start tag begun last. Gives the position where pictures inside will be counted from.
    mutating func finishTag(pictures: Int = 0) {
        out.append(0x3E)
        open[open.count - 1].bodyStart = out.count
        open[open.count - 1].pictureStart = pictures
    }

    /// Lets the element begun last stand even when nothing is in it.
    mutating func keepWhenEmpty() { open[open.count - 1].keepsWhenEmpty = true }

    private mutating func countElement() {
        elements += 1
        if elements >= Bounds.standard.elements { isFull = true }
    }

    private mutating func beginBlock(_ element: Element) -> [UInt8] {
        if element.endsParagraph { convertParagraph() }
        let trimmed = trimLine()
        isSpacePending = false
        isAtSpace = true
        text.breakWord()
        return trimmed
    }

    /// A paragraph that turns out to hold a block becomes a division: `<p>` would end where the block begins.
    private mutating func convertParagraph() {
        // An element opened within the paragraph may still remember one that was converted since.
        guard paragraph >= 0, open[paragraph].element == .p else { return }
        open[paragraph].element = .div
        paragraphEdits.append(Edit(offset: open[paragraph].start + 1, count: 1, replacement: Array("div".utf8)))
        paragraph = -1
    }

    private func admitted(_ element: Element) -> Element? {
        guard !isFull, open.count < Self.deepest, let parent = open.last?.element else { return nil }
        switch element {
        case .td, .th: return parent == .tr ? element : nil
        case .tr: return parent == .tbody || parent == .thead || parent == .tfoot ? element : nil
        case .tbody, .thead, .tfoot, .caption: return parent == .table ? element : nil
        default: break
        }
        if parent.isTableStructure || (preformatted > 0 && element.isBlock) { return nil }
        if element.isOnce, openOnce & (1 << UInt64(element.rawValue)) != 0 { return nil }
        if element.isHeading { return headings == 0 ? element : nil }
        switch element {
        case .li:
            return nearest { $0 == .li || $0 == .ul || $0 == .ol } == .li
                ? .div : isOpen(.ul) || isOpen(.ol) ? .li : .div
        case .dt, .dd: return nearest { $0 == .dt || $0 == .dd || $0 == .dl } == .dl ? element : .div
        case .rt, .rp: return parent == .ruby ? element : nil
        case .summary: return parent == .details ? element : .div
        case .figcaption: return nearest { $0 == .figure || $0 == .figcaption } == .figure ? element : .div
        default: return element
        }
    }

    private func nearest(_ isWanted: (Element) -> Bool) -> Element? {
        open.last { isWanted($0.element) }?.element
    }

    /// Closes the element opened last, or takes it back when nothing is in it.
    @discardableResult
    mutating func close() -> Open {
        guard open.count > 1, var entry = open.popLast() else { return open[0] }
        let element = entry.element
        paragraph = entry.outerParagraph
        if element.isOnce { openOnce &= ~(1 << UInt64(element.rawValue)) }
        if element.isHeading { headings -= 1 }
        if element == .pre { preformatted -= 1 }
        if element.isBlock, element != .pre { trimLine() }
        if !entry.hasContent, !entry.keepsWhenEmpty {
            takeBack(entry)
            return entry
        }
        Escaping.append("</", to: &out)
        Escaping.append(element.name, to: &out)
        out.append(0x3E)
        if element.isBlock { endBlock() }
        let parent = open.count - 1
        if entry.hasContent { open[parent].hasContent = true }
        if open[parent].element.isTableStructure, open[parent].element != .table, element != .caption {
            open[parent].keepsWhenEmpty = true
        }
        entry.hasContent = true
        return entry
    }

    private mutating func endBlock() {
        isSpacePending = false
        isAtSpace = true
        text.breakWord()
    }

    private mutating func takeBack(_ entry: Open) {
        let hadText = out.count > entry.bodyStart
        let blank = preformatted > 0 && hadText ? Array(out[entry.bodyStart...]) : []
        out.removeLast(out.count - entry.start)
        if hadText {
            text.truncate(to: entry.textStart)
            text.breakWord()
        }
        while let last = paragraphEdits.last, last.offset >= entry.start { paragraphEdits.removeLast() }
        while let last = linkEdits.last, last.offset >= entry.start { linkEdits.removeLast() }
        while let last = idMarks.last, last.offset >= entry.start {
            ids.remove(last.id)
            idMarks.removeLast()
        }
        if entry.element.isBlock {
            out.append(contentsOf: entry.trimmed)
            isAtSpace = entry.wasAtSpace
            isSpacePending = !isAtSpace
        } else if preformatted > 0 {
            blank.withUnsafeBufferPointer { appendPreformatted($0) }
        } else {
            if entry.hadSpace { out.removeLast() }
            isAtSpace = entry.wasAtSpace
            isSpacePending = !isAtSpace && (entry.hadSpace || isSpacePending || hadText)
            if entry.hasBreak { lineBreak() }
        }
    }

    /// Something that stood on its own was left out: what follows must not grow onto what was before.
    mutating func separate() {
        if preformatted == 0, !isAtSpace { isSpacePending = true }
        text.breakWord()
    }

    // MARK: Text

    /// Writes text found between tags.
    mutating func write(_ source: UnsafeBufferPointer<UInt8>) {
        guard !isFull, let parent = open.last?.element, !parent.isTableStructure else { return }
        text.append(source)
        if preformatted > 0 { appendPreformatted(source) } else { appendCollapsed(source) }
    }

    private mutating func appendCollapsed(_ source: UnsafeBufferPointer<UInt8>) {
        var index = 0
        let count = source.count
        while index < count {
            let start = index
            while index < count, Characters.isPlain(source[index]) { index += 1 }
            if index > start { appendRun(UnsafeBufferPointer(rebasing: source[start..<index])) }
            guard index < count else { return }
            if Characters.isSpace(source[index]) {
                if !isAtSpace { isSpacePending = true }
                index += 1
            } else {
                index += appendSpecial(source, at: index)
            }
        }
    }

    private mutating func appendRun(_ run: UnsafeBufferPointer<UInt8>) {
        if isSpacePending {
            out.append(0x20)
            isSpacePending = false
        }
        out.append(contentsOf: run)
        isAtSpace = false
        let top = open.count - 1
        if !open[top].hasContent, !Characters.isBlank(run) { open[top].hasContent = true }
    }

    /// Writes what must be escaped, leaves out what may not stand in HTML; says how many bytes it was.
    private mutating func appendSpecial(_ source: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        switch source[index] {
        case 0x26, 0x3C, 0x3E:
            if isSpacePending {
                out.append(0x20)
                isSpacePending = false
            }
            Escaping.append(UnsafeBufferPointer(rebasing: source[index...index]), to: &out, quotes: false)
            isAtSpace = false
            open[open.count - 1].hasContent = true
            return 1
        default:
            let length = Characters.forbidden(source, at: index)
            if length > 0 { return length }
            let end = min(
                source.count,
                index + (source[index] == 0xC2 ? 2 : source[index] == 0xEF ? 3 : source[index] > 0xEF ? 4 : 1))
            appendRun(UnsafeBufferPointer(rebasing: source[index..<end]))
            return end - index
        }
    }

    private mutating func appendPreformatted(_ source: UnsafeBufferPointer<UInt8>) {
        let start = innermostPreformattedStart
        let before = out.count
        var index = 0
        while index < source.count {
            let forbidden = Characters.forbidden(source, at: index)
            if forbidden == 0 { appendPreformatted(source[index], after: start) }
            index += max(1, forbidden)
        }
        let top = open.count - 1
        if !open[top].hasContent, !out[before...].withUnsafeBufferPointer(Characters.isBlank) {
            open[top].hasContent = true
        }
        isAtSpace = false
        isSpacePending = false
    }

    private mutating func appendPreformatted(_ byte: UInt8, after start: Int) {
        switch byte {
        case 0x0A, 0x0D:
            // The first line end inside `<pre>` is dropped by every parser.
            if out.count != start { out.append(0x0A) }
        case 0x0C: out.append(0x20)
        case 0x26: Escaping.append("&amp;", to: &out)
        case 0x3C: Escaping.append("&lt;", to: &out)
        case 0x3E: Escaping.append("&gt;", to: &out)
        default: out.append(byte)
        }
    }

    private var innermostPreformattedStart: Int {
        open.last { $0.element == .pre }?.bodyStart ?? -1
    }

    /// A block inside preformatted text begins and ends a line of it.
    mutating func lineInPreformatted() {
        text.breakWord()
        guard preformatted > 0, out.last != 0x0A, out.count != innermostPreformattedStart else { return }
        out.append(0x0A)
    }

    private mutating func flushSpace() {
        guard isSpacePending else { return }
        out.append(0x20)
        isSpacePending = false
        isAtSpace = true
    }

    /// Cuts white space and line breaks off the end of a line of text, and gives back what it was.
    @discardableResult
    private mutating func trimLine() -> [UInt8] {
        guard preformatted == 0 else { return [] }
        var end = out.count
        while end > 0 {
            if out[end - 1] == 0x20 {
                end -= 1
            } else if end >= 4, out[end - 1] == 0x3E, out[(end - 4)..<end].elementsEqual("<br>".utf8) {
                end -= 4
            } else {
                break
            }
        }
        guard end < out.count else { return [] }
        defer { out.removeLast(out.count - end) }
        return Array(out[end...])
    }

    // MARK: Elements without content

    mutating func lineBreak() {
        guard !isFull, let parent = open.last, !parent.element.isTableStructure else { return }
        text.breakWord()
        if preformatted > 0 {
            let newline: [UInt8] = [0x0A]
            newline.withUnsafeBufferPointer { appendPreformatted($0) }
            return
        }
        open[open.count - 1].hasBreak = true
        isSpacePending = false
        if out.last == 0x20 { out.removeLast() }
        // At the beginning of a block there is no line to break.
        guard !isAtBlockStart else { return }
        Escaping.append("<br>", to: &out)
        countElement()
        isAtSpace = true
    }

    private var isAtBlockStart: Bool {
        guard let innermost = open.last(where: { $0.element.isBlock || $0.element == .root }) else { return true }
        if innermost.bodyStart == out.count { return true }
        return out.last == 0x3E && endsWithBlockEnd
    }

    private var endsWithBlockEnd: Bool {
        guard let start = out.lastIndex(of: 0x3C) else { return false }
        let name = out[(start + 1)...].dropLast()
        if name.first != 0x2F { return name.elementsEqual("hr".utf8) }
        return Self.blockNames.contains(String(decoding: name.dropFirst(), as: UTF8.self))
    }

    private static let blockNames: Set<String> = {
        var names: Set<String> = []
        for raw in Element.p.rawValue...Element.th.rawValue {
            if let element = Element(rawValue: raw) { names.insert(element.name.description) }
        }
        return names
    }()

    mutating func wordBreak() {
        guard !isFull, preformatted == 0, let parent = open.last, !parent.element.isTableStructure, !isAtSpace,
            !isSpacePending
        else {
            return
        }
        Escaping.append("<wbr>", to: &out)
        countElement()
    }

    mutating func rule() {
        guard !isFull, preformatted == 0, let parent = open.last, !parent.element.isTableStructure else { return }
        _ = beginBlock(.div)
        Escaping.append("<hr>", to: &out)
        countElement()
        open[open.count - 1].hasContent = true
    }

    /// Begins a tag without content within a line; false when it may not stand here. Ended by `finishVoid()`.
    mutating func beginVoid(_ name: StaticString) -> Bool {
        guard !isFull, let parent = open.last, !parent.element.isTableStructure else { return false }
        flushSpace()
        out.append(0x3C)
        Escaping.append(name, to: &out)
        countElement()
        return true
    }

    mutating func finishVoid() {
        out.append(0x3E)
        isAtSpace = false
        open[open.count - 1].hasContent = true
    }

    /// Writes a tag that frames nothing but tags without content.
    mutating func raw(_ markup: StaticString) { Escaping.append(markup, to: &out) }

    // MARK: Attributes

    mutating func attribute(_ name: StaticString, _ value: UnsafeBufferPointer<UInt8>) {
        out.append(0x20)
        Escaping.append(name, to: &out)
        Escaping.append("=\"", to: &out)
        Escaping.append(value, to: &out, quotes: true)
        out.append(0x22)
    }

    mutating func attribute(_ name: StaticString, _ value: String) {
        var copy = value
        copy.withUTF8 { attribute(name, $0) }
    }

    mutating func attribute(_ name: StaticString, _ value: Int) {
        out.append(0x20)
        Escaping.append(name, to: &out)
        Escaping.append("=\"", to: &out)
        Escaping.append(value, to: &out)
        out.append(0x22)
    }

    /// Whether an element bears this id already.
    func isTaken(_ id: [UInt8]) -> Bool { ids.contains(id) }

    /// Writes the element's id unless another has it.
    mutating func id(_ id: [UInt8]) {
        guard ids.insert(id).inserted else { return }
        idMarks.append((open[open.count - 1].start, id))
        id.withUnsafeBufferPointer { attribute("id", $0) }
    }

    /// Writes a link into this text. Should nothing here bear the id in the end, the link leads to `elsewhere`.
    mutating func link(to id: [UInt8], elsewhere: WebAddress?) {
        let start = out.count
        ([0x23] + id).withUnsafeBufferPointer { attribute("href", $0) }
        guard let elsewhere else { return }
        var written: [UInt8] = Array(" href=\"".utf8)
        var text = elsewhere.text
        text.withUTF8 { Escaping.append($0, to: &written, quotes: true) }
        written.append(contentsOf: "\" rel=\"noopener noreferrer\"".utf8)
        linkEdits.append(Edit(offset: start, count: out.count - start, replacement: written, unlessID: id))
    }

    // MARK: The end

    /// Closes what is open and makes the last changes.
    mutating func finish() -> String {
        while open.count > 1 { close() }
        trimLine()
        let due = (paragraphEdits + linkEdits.filter { edit in edit.unlessID.map { !ids.contains($0) } ?? true })
            .sorted { $0.offset < $1.offset }
        guard !due.isEmpty else { return String(decoding: out, as: UTF8.self) }
        var edited: [UInt8] = []
        edited.reserveCapacity(out.count + due.count * 8)
        var copied = 0
        for edit in due {
            edited.append(contentsOf: out[copied..<edit.offset])
            edited.append(contentsOf: edit.replacement)
            copied = edit.offset + edit.count
        }
        edited.append(contentsOf: out[copied...])
        return String(decoding: edited, as: UTF8.self)
    }
}
