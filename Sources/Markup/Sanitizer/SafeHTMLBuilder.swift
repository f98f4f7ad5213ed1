/// Writes the normal form. It is told what was found, in order, and decides what may stand where, so that every HTML
/// parser reads the result as the same tree: no block in a paragraph, no link in a link, table parts only in tables.
/// White space is collapsed, what turns out empty is taken back; both in one pass over the bytes.
struct SafeHTMLBuilder {
    /// The plain text so far.
    private(set) var text: PlainTextBuffer
    /// What is open, outermost first; the first is the document itself.
    private(set) var openElements: [OpenElement] = [OpenElement(element: .root)]
    /// Whether the bound on elements was reached: nothing more is written.
    private(set) var isFull = false

    private var buffer: HTMLOutputBuffer
    private var deferredEdits = DeferredEdits()
    private(set) var openUnnestable: UInt64 = 0
    private(set) var headingDepth = 0
    private(set) var preformattedDepth = 0
    private var openParagraph = -1
    private var elementCount = 0

    /// Deeper elements are unwrapped. Below the bound of the pre-pass, so that clean HTML passes it untouched.
    static let maximumDepth = 200

    /// An element whose end tag is not written yet.
    struct OpenElement {
        var element: SafeHTMLElement
        /// Where its start tag begins.
        var start = 0
        /// Where its content begins.
        var bodyStart = 0
        var hasContent = false
        var hasBreak = false
        var keepsWhenEmpty = false
        /// The state of white space before it, in case it is taken back.
        var wasAtSpaceBefore = true
        var hadPendingSpace = false
        /// What was cut off the line before it.
        var trimmedBytes: [UInt8] = []
        var outerParagraph = -1
        var textStart = 0
        var pictureStart = 0
    }

    /// - Parameter keepsLines: whether the plain text keeps lines and paragraphs apart.
    init(reserving capacity: Int, keepsLines: Bool = false) {
        buffer = HTMLOutputBuffer(reserving: capacity)
        text = PlainTextBuffer(reserving: capacity, keepsLines: keepsLines)
    }

    var isInPreformatted: Bool { preformattedDepth > 0 }

    func isOpen(_ element: SafeHTMLElement) -> Bool { openElements.contains { $0.element == element } }

    // MARK: Elements

    /// Begins an element's start tag and says what it became, nil when it may not stand here and its content takes
    /// its place. Attributes follow, then `finishTag()`.
    mutating func begin(_ wanted: SafeHTMLElement) -> SafeHTMLElement? {
        guard let element = allowedElement(wanted) else { return nil }
        var entry = OpenElement(
            element: element, wasAtSpaceBefore: buffer.isAtSpace, hadPendingSpace: buffer.isSpacePending)
        if element.isBlock { entry.trimmedBytes = beginBlock(element) } else { buffer.flushSpace() }
        entry.start = buffer.count
        entry.outerParagraph = openParagraph
        entry.textStart = text.bytes.count
        if element == .p { openParagraph = openElements.count }
        if element.isCell || element == .caption || element == .table { openParagraph = -1 }
        if element.forbidsSelfNesting { openUnnestable |= 1 << UInt64(element.rawValue) }
        if element.isHeading { headingDepth += 1 }
        if element == .pre { preformattedDepth += 1 }
        entry.keepsWhenEmpty = element.isCell
        openElements.append(entry)
        buffer.raw(0x3C)
        buffer.raw(element.name)
        countElement()
        return element
    }

    /// Ends the start tag begun last. Gives the position where pictures inside will be counted from.
    mutating func finishTag(pictures: Int = 0) {
        buffer.raw(0x3E)
        openElements[openElements.count - 1].bodyStart = buffer.count
        openElements[openElements.count - 1].pictureStart = pictures
    }

    /// Lets the element begun last stand even when nothing is in it.
    mutating func keepWhenEmpty() { openElements[openElements.count - 1].keepsWhenEmpty = true }

    private mutating func countElement() {
        elementCount += 1
        if elementCount >= ParseLimits.standard.elements { isFull = true }
    }

    private mutating func beginBlock(_ element: SafeHTMLElement) -> [UInt8] {
        if element.endsParagraph { convertParagraph() }
        let trimmed = trimLine()
        buffer.beginLine()
        breakText(element)
        return trimmed
    }

    /// A paragraph that turns out to hold a block becomes a division: `<p>` would end where the block begins.
    private mutating func convertParagraph() {
        // An element opened within the paragraph may still remember one that was converted since.
        guard openParagraph >= 0, openElements[openParagraph].element == .p else { return }
        openElements[openParagraph].element = .div
        deferredEdits.convertToDivision(at: openElements[openParagraph].start)
        openParagraph = -1
    }

    /// Closes the element opened last, or takes it back when nothing is in it.
    @discardableResult
    mutating func close() -> OpenElement {
        guard openElements.count > 1, var entry = openElements.popLast() else { return openElements[0] }
        let element = entry.element
        openParagraph = entry.outerParagraph
        if element.forbidsSelfNesting { openUnnestable &= ~(1 << UInt64(element.rawValue)) }
        if element.isHeading { headingDepth -= 1 }
        if element == .pre { preformattedDepth -= 1 }
        if element.isBlock, element != .pre { _ = trimLine() }
        if !entry.hasContent, !entry.keepsWhenEmpty {
            discard(entry)
            return entry
        }
        buffer.raw("</")
        buffer.raw(element.name)
        buffer.raw(0x3E)
        if element.isBlock { endBlock(element) }
        let parent = openElements.count - 1
        if entry.hasContent { openElements[parent].hasContent = true }
        if openElements[parent].element.isTableStructure, openElements[parent].element != .table, element != .caption {
            openElements[parent].keepsWhenEmpty = true
        }
        entry.hasContent = true
        return entry
    }

    private mutating func endBlock(_ element: SafeHTMLElement) {
        buffer.beginLine()
        breakText(element)
    }

    /// Items and rows stand on lines of their own, cells beside each other, other blocks apart.
    private mutating func breakText(_ element: SafeHTMLElement) {
        if element.isCell {
            text.breakWord()
        } else if element == .li || element == .tr || element == .dt || element == .dd {
            text.breakLine()
        } else {
            text.breakParagraph()
        }
    }

    private mutating func discard(_ entry: OpenElement) {
        let hadText = buffer.count > entry.bodyStart
        let blank = preformattedDepth > 0 && hadText ? Array(buffer.bytes[entry.bodyStart...]) : []
        buffer.truncate(to: entry.start)
        deferredEdits.truncate(to: entry.start)
        if hadText {
            text.truncate(to: entry.textStart)
            if entry.element.isBlock { text.breakParagraph() } else { text.breakWord() }
        }
        if entry.element.isBlock {
            buffer.raw(entry.trimmedBytes)
            buffer.isAtSpace = entry.wasAtSpaceBefore
            buffer.isSpacePending = !entry.wasAtSpaceBefore
        } else if preformattedDepth > 0 {
            blank.withUnsafeBufferPointer { setPreformatted($0) }
        } else {
            if entry.hadPendingSpace { buffer.truncate(to: entry.start - 1) }
            let isDue = entry.hadPendingSpace || buffer.isSpacePending || hadText
            buffer.isAtSpace = entry.wasAtSpaceBefore
            buffer.isSpacePending = !entry.wasAtSpaceBefore && isDue
            if entry.hasBreak { lineBreak() }
        }
    }

    /// Something that stood on its own was left out: what follows must not grow onto what was before.
    mutating func separateWords() {
        if preformattedDepth == 0, !buffer.isAtSpace { buffer.isSpacePending = true }
        text.breakWord()
    }

    // MARK: Text

    /// Writes text found between tags.
    mutating func write(_ source: UnsafeBufferPointer<UInt8>) {
        guard !isFull, let parent = openElements.last?.element, !parent.isTableStructure else { return }
        if preformattedDepth > 0 {
            appendLines(source)
            return setPreformatted(source)
        }
        text.append(source)
        if buffer.appendText(source) { openElements[openElements.count - 1].hasContent = true }
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
        if buffer.appendPreformatted(source, after: innermostPreformattedStart) {
            openElements[openElements.count - 1].hasContent = true
        }
    }

    private var innermostPreformattedStart: Int {
        openElements.last { $0.element == .pre }?.bodyStart ?? -1
    }

    /// A block inside preformatted text begins and ends a line of it.
    mutating func breakPreformattedLine() {
        text.breakLine()
        guard preformattedDepth > 0, buffer.bytes.last != 0x0A, buffer.count != innermostPreformattedStart else {
            return
        }
        buffer.raw(0x0A)
    }

    private mutating func trimLine() -> [UInt8] { preformattedDepth == 0 ? buffer.trimLine() : [] }

    // MARK: Elements without content

    mutating func lineBreak() {
        guard !isFull, let parent = openElements.last, !parent.element.isTableStructure else { return }
        text.breakLine()
        if preformattedDepth > 0 {
            let newline: [UInt8] = [0x0A]
            newline.withUnsafeBufferPointer { setPreformatted($0) }
            return
        }
        openElements[openElements.count - 1].hasBreak = true
        buffer.isSpacePending = false
        if buffer.bytes.last == 0x20 { buffer.truncate(to: buffer.count - 1) }
        // At the beginning of a block there is no line to break.
        guard !isAtBlockStart else { return }
        buffer.raw("<br>")
        countElement()
        buffer.isAtSpace = true
    }

    private var isAtBlockStart: Bool {
        guard let innermost = openElements.last(where: { $0.element.isBlock || $0.element == .root }) else {
            return true
        }
        return innermost.bodyStart == buffer.count || buffer.endsWithBlock
    }

    mutating func wordBreak() {
        guard !isFull, preformattedDepth == 0, let parent = openElements.last, !parent.element.isTableStructure,
            !buffer.isAtSpace, !buffer.isSpacePending
        else { return }
        buffer.raw("<wbr>")
        countElement()
    }

    mutating func horizontalRule() {
        guard !isFull, preformattedDepth == 0, let parent = openElements.last, !parent.element.isTableStructure else {
            return
        }
        _ = beginBlock(.div)
        buffer.raw("<hr>")
        countElement()
        openElements[openElements.count - 1].hasContent = true
    }

    /// Begins a tag without content within a line; false when it may not stand here. Ended by `finishVoid()`.
    mutating func beginVoid(_ name: StaticString) -> Bool {
        guard !isFull, let parent = openElements.last, !parent.element.isTableStructure else { return false }
        buffer.flushSpace()
        buffer.raw(0x3C)
        buffer.raw(name)
        countElement()
        return true
    }

    mutating func finishVoid() {
        buffer.raw(0x3E)
        buffer.isAtSpace = false
        openElements[openElements.count - 1].hasContent = true
    }

    /// Writes a tag that frames nothing but tags without content.
    mutating func raw(_ markup: StaticString) { buffer.raw(markup) }

    // MARK: Attributes

    mutating func attribute(_ name: StaticString, _ value: UnsafeBufferPointer<UInt8>) { buffer.attribute(name, value) }

    mutating func attribute(_ name: StaticString, _ value: String) {
        var copy = value
        copy.withUTF8 { buffer.attribute(name, $0) }
    }

    mutating func attribute(_ name: StaticString, _ value: Int) { attribute(name, String(value)) }

    /// Whether an element bears this id already.
    func isIDTaken(_ id: [UInt8]) -> Bool { deferredEdits.isIDTaken(id) }

    /// Writes the element's id unless another has it.
    mutating func writeID(_ id: [UInt8]) {
        guard deferredEdits.claimID(id, at: openElements[openElements.count - 1].start) else { return }
        id.withUnsafeBufferPointer { buffer.attribute("id", $0) }
    }

    /// Writes a link into this text. Should nothing here bear the id in the end, the link leads to `elsewhere`.
    mutating func link(to id: [UInt8], elsewhere: WebAddress?) {
        let start = buffer.count
        ([0x23] + id).withUnsafeBufferPointer { buffer.attribute("href", $0) }
        guard let elsewhere else { return }
        deferredEdits.link(at: start, count: buffer.count - start, unless: id, to: elsewhere)
    }

    // MARK: The end

    /// Closes what is open and makes the last changes.
    mutating func finish() -> String {
        while openElements.count > 1 { close() }
        _ = trimLine()
        return deferredEdits.applied(in: buffer.bytes)
    }
}
