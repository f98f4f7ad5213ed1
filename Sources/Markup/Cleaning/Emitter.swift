/// Writes the normal form. It is told what was found, in order, and decides what may stand where, so that every HTML
/// parser reads the result as the same tree: no block in a paragraph, no link in a link, table parts only in tables.
/// White space is collapsed, what turns out empty is taken back; both in one pass over the bytes.
struct Emitter {
    /// The plain text so far.
    private(set) var text: TextBuffer
    /// What is open, outermost first; the first is the document itself.
    private(set) var open: [Open] = [Open(element: .root)]
    /// Whether the bound on elements was reached: nothing more is written.
    private(set) var isFull = false

    private var galley: Galley
    private var corrections = Corrections()
    private(set) var openOnce: UInt64 = 0
    private(set) var headings = 0
    private(set) var preformatted = 0
    private var paragraph = -1
    private var elements = 0

    /// Deeper elements are unwrapped. Below the bound of the pre-pass, so that clean HTML passes it untouched.
    static let deepest = 200

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

    /// - Parameter keepsLines: whether the plain text keeps lines and paragraphs apart.
    init(reserving capacity: Int, keepsLines: Bool = false) {
        galley = Galley(reserving: capacity)
        text = TextBuffer(reserving: capacity, keepsLines: keepsLines)
    }

    var isInPreformatted: Bool { preformatted > 0 }

    func isOpen(_ element: Element) -> Bool { open.contains { $0.element == element } }

    // MARK: Elements

    /// Begins an element's start tag and says what it became, nil when it may not stand here and its content takes
    /// its place. Attributes follow, then `finishTag()`.
    mutating func begin(_ wanted: Element) -> Element? {
        guard let element = admitted(wanted) else { return nil }
        var entry = Open(element: element, wasAtSpace: galley.isAtSpace, hadSpace: galley.isSpacePending)
        if element.isBlock { entry.trimmed = beginBlock(element) } else { galley.flushSpace() }
        entry.start = galley.count
        entry.outerParagraph = paragraph
        entry.textStart = text.bytes.count
        if element == .p { paragraph = open.count }
        if element.isCell || element == .caption || element == .table { paragraph = -1 }
        if element.isOnce { openOnce |= 1 << UInt64(element.rawValue) }
        if element.isHeading { headings += 1 }
        if element == .pre { preformatted += 1 }
        entry.keepsWhenEmpty = element.isCell
        open.append(entry)
        galley.raw(0x3C)
        galley.raw(element.name)
        countElement()
        return element
    }

    /// Ends the start tag begun last. Gives the position where pictures inside will be counted from.
    mutating func finishTag(pictures: Int = 0) {
        galley.raw(0x3E)
        open[open.count - 1].bodyStart = galley.count
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
        galley.beginLine()
        breakText(element)
        return trimmed
    }

    /// A paragraph that turns out to hold a block becomes a division: `<p>` would end where the block begins.
    private mutating func convertParagraph() {
        // An element opened within the paragraph may still remember one that was converted since.
        guard paragraph >= 0, open[paragraph].element == .p else { return }
        open[paragraph].element = .div
        corrections.makeDivision(at: open[paragraph].start)
        paragraph = -1
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
        if element.isBlock, element != .pre { _ = trimLine() }
        if !entry.hasContent, !entry.keepsWhenEmpty {
            takeBack(entry)
            return entry
        }
        galley.raw("</")
        galley.raw(element.name)
        galley.raw(0x3E)
        if element.isBlock { endBlock(element) }
        let parent = open.count - 1
        if entry.hasContent { open[parent].hasContent = true }
        if open[parent].element.isTableStructure, open[parent].element != .table, element != .caption {
            open[parent].keepsWhenEmpty = true
        }
        entry.hasContent = true
        return entry
    }

    private mutating func endBlock(_ element: Element) {
        galley.beginLine()
        breakText(element)
    }

    /// Items and rows stand on lines of their own, cells beside each other, other blocks apart.
    private mutating func breakText(_ element: Element) {
        if element.isCell {
            text.breakWord()
        } else if element == .li || element == .tr || element == .dt || element == .dd {
            text.breakLine()
        } else {
            text.breakParagraph()
        }
    }

    private mutating func takeBack(_ entry: Open) {
        let hadText = galley.count > entry.bodyStart
        let blank = preformatted > 0 && hadText ? Array(galley.bytes[entry.bodyStart...]) : []
        galley.cut(to: entry.start)
        corrections.cut(to: entry.start)
        if hadText {
            text.truncate(to: entry.textStart)
            if entry.element.isBlock { text.breakParagraph() } else { text.breakWord() }
        }
        if entry.element.isBlock {
            galley.raw(entry.trimmed)
            galley.isAtSpace = entry.wasAtSpace
            galley.isSpacePending = !entry.wasAtSpace
        } else if preformatted > 0 {
            blank.withUnsafeBufferPointer { setPreformatted($0) }
        } else {
            if entry.hadSpace { galley.cut(to: entry.start - 1) }
            let isDue = entry.hadSpace || galley.isSpacePending || hadText
            galley.isAtSpace = entry.wasAtSpace
            galley.isSpacePending = !entry.wasAtSpace && isDue
            if entry.hasBreak { lineBreak() }
        }
    }

    /// Something that stood on its own was left out: what follows must not grow onto what was before.
    mutating func separate() {
        if preformatted == 0, !galley.isAtSpace { galley.isSpacePending = true }
        text.breakWord()
    }

    // MARK: Text

    /// Writes text found between tags.
    mutating func write(_ source: UnsafeBufferPointer<UInt8>) {
        guard !isFull, let parent = open.last?.element, !parent.isTableStructure else { return }
        if preformatted > 0 {
            appendLines(source)
            return setPreformatted(source)
        }
        text.append(source)
        if galley.set(source) { open[open.count - 1].hasContent = true }
    }

    private mutating func appendLines(_ source: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while let end = source[start...].firstIndex(of: 0x0A) {
            text.append(UnsafeBufferPointer(rebasing: source[start..<end]))  // bounded: a scan moves forward
            text.breakLine()
            start = end + 1
        }
        text.append(UnsafeBufferPointer(rebasing: source[start...]))
    }

    private mutating func setPreformatted(_ source: UnsafeBufferPointer<UInt8>) {
        if galley.setPreformatted(source, after: innermostPreformattedStart) { open[open.count - 1].hasContent = true }
    }

    private var innermostPreformattedStart: Int {
        open.last { $0.element == .pre }?.bodyStart ?? -1
    }

    /// A block inside preformatted text begins and ends a line of it.
    mutating func lineInPreformatted() {
        text.breakLine()
        guard preformatted > 0, galley.bytes.last != 0x0A, galley.count != innermostPreformattedStart else { return }
        galley.raw(0x0A)
    }

    private mutating func trimLine() -> [UInt8] { preformatted == 0 ? galley.trimLine() : [] }

    // MARK: Elements without content

    mutating func lineBreak() {
        guard !isFull, let parent = open.last, !parent.element.isTableStructure else { return }
        text.breakLine()
        if preformatted > 0 {
            let newline: [UInt8] = [0x0A]
            newline.withUnsafeBufferPointer { setPreformatted($0) }
            return
        }
        open[open.count - 1].hasBreak = true
        galley.isSpacePending = false
        if galley.bytes.last == 0x20 { galley.cut(to: galley.count - 1) }
        // At the beginning of a block there is no line to break.
        guard !isAtBlockStart else { return }
        galley.raw("<br>")
        countElement()
        galley.isAtSpace = true
    }

    private var isAtBlockStart: Bool {
        guard let innermost = open.last(where: { $0.element.isBlock || $0.element == .root }) else { return true }
        return innermost.bodyStart == galley.count || galley.endsWithBlock
    }

    mutating func wordBreak() {
        guard !isFull, preformatted == 0, let parent = open.last, !parent.element.isTableStructure,
            !galley.isAtSpace, !galley.isSpacePending
        else { return }
        galley.raw("<wbr>")
        countElement()
    }

    mutating func rule() {
        guard !isFull, preformatted == 0, let parent = open.last, !parent.element.isTableStructure else { return }
        _ = beginBlock(.div)
        galley.raw("<hr>")
        countElement()
        open[open.count - 1].hasContent = true
    }

    /// Begins a tag without content within a line; false when it may not stand here. Ended by `finishVoid()`.
    mutating func beginVoid(_ name: StaticString) -> Bool {
        guard !isFull, let parent = open.last, !parent.element.isTableStructure else { return false }
        galley.flushSpace()
        galley.raw(0x3C)
        galley.raw(name)
        countElement()
        return true
    }

    mutating func finishVoid() {
        galley.raw(0x3E)
        galley.isAtSpace = false
        open[open.count - 1].hasContent = true
    }

    /// Writes a tag that frames nothing but tags without content.
    mutating func raw(_ markup: StaticString) { galley.raw(markup) }

    // MARK: Attributes

    mutating func attribute(_ name: StaticString, _ value: UnsafeBufferPointer<UInt8>) { galley.attribute(name, value) }

    mutating func attribute(_ name: StaticString, _ value: String) {
        var copy = value
        copy.withUTF8 { galley.attribute(name, $0) }
    }

    mutating func attribute(_ name: StaticString, _ value: Int) { attribute(name, String(value)) }

    /// Whether an element bears this id already.
    func isTaken(_ id: [UInt8]) -> Bool { corrections.isTaken(id) }

    /// Writes the element's id unless another has it.
    mutating func id(_ id: [UInt8]) {
        guard corrections.take(id, at: open[open.count - 1].start) else { return }
        id.withUnsafeBufferPointer { galley.attribute("id", $0) }
    }

    /// Writes a link into this text. Should nothing here bear the id in the end, the link leads to `elsewhere`.
    mutating func link(to id: [UInt8], elsewhere: WebAddress?) {
        let start = galley.count
        ([0x23] + id).withUnsafeBufferPointer { galley.attribute("href", $0) }
        guard let elsewhere else { return }
        corrections.link(at: start, count: galley.count - start, unless: id, to: elsewhere)
    }

    // MARK: The end

    /// Closes what is open and makes the last changes.
    mutating func finish() -> String {
        while open.count > 1 { close() }
        _ = trimLine()
        return corrections.made(in: galley.bytes)
    }
}
