import URLs

/// A writer of `SafeHTML` in document order: collapses white space, removes empty elements, and nests elements so that
/// every parser builds the same tree (no block in a paragraph, no link in a link, table parts only in tables).
struct SafeHTMLBuilder {
    /// The plain text so far, without ruby readings.
    var text: PlainTextBuffer
    /// The open elements, the outermost first; the first is the document.
    var openElements: [OpenElement] = [OpenElement(element: .root)]
    /// True once a limit is reached: nothing more is written.
    private(set) var isFull = false
    /// True if the output is too long: addresses resolved against a long base may multiply the source.
    private(set) var isTooLong = false

    var buffer: HTMLOutputBuffer
    private var deferredEdits = DeferredEdits()
    private(set) var openUnnestable: UInt64 = 0
    private(set) var headingDepth = 0
    private(set) var preformattedDepth = 0
    private var openParagraph = -1
    private var elementCount = 0
    /// The maximum length of the output in bytes.
    private let maximumLength: Int

    /// The maximum depth; deeper elements are unwrapped. Lower than `ParseLimits.depth`, so that safe HTML passes the
    /// prefilter unchanged.
    static let maximumDepth = 200

    struct OpenElement {
        var element: SafeHTMLElement
        /// The offset of the start tag.
        var start = 0
        /// The offset of the content.
        var bodyStart = 0
        var hasContent = false
        var hasBreak = false
        var keepsWhenEmpty = false
        /// The state before the element, restored if the element is removed.
        var wasAtSpaceBefore = true
        var hadPendingSpace = false
        /// The white space and line breaks removed from the end of the line before.
        var trimmedBytes: [UInt8] = []
        var outerParagraph = -1
        var textStart = 0
        var pictureStart = 0
    }

    /// Creates a writer.
    /// - Parameters:
    ///   - capacity: about the source's length in bytes; the output is limited to a multiple of it.
    ///   - keepsLines: true to keep lines and paragraphs in the plain text.
    init(reserving capacity: Int, keepsLines: Bool = false) {
        maximumLength = 8 * capacity + (4 << 20)
        buffer = HTMLOutputBuffer(reserving: capacity)
        text = PlainTextBuffer(reserving: capacity, keepsLines: keepsLines)
    }

    var isInPreformatted: Bool { preformattedDepth > 0 }

    func isOpen(_ element: SafeHTMLElement) -> Bool { openElements.contains { $0.element == element } }

    // MARK: Elements

    /// Begins an element. Returns the written element; nil if the element is unwrapped. The caller writes attributes,
    /// then calls `finishTag()`.
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
        if element.isRubyReading { text.mute() }
        entry.keepsWhenEmpty = element.isCell
        openElements.append(entry)
        buffer.raw(0x3C)
        buffer.raw(element.name)
        countElement()
        return element
    }

    /// Ends a start tag; `pictures` is the number of pictures before the content.
    mutating func finishTag(pictures: Int = 0) {
        buffer.raw(0x3E)
        openElements[openElements.count - 1].bodyStart = buffer.count
        openElements[openElements.count - 1].pictureStart = pictures
    }

    mutating func keepWhenEmpty() { openElements[openElements.count - 1].keepsWhenEmpty = true }

    mutating func countElement() {
        elementCount += 1
        isTooLong = isTooLong || buffer.count + deferredEdits.length > maximumLength
        if isTooLong || elementCount >= ParseLimits.standard.elements { isFull = true }
    }

    private mutating func beginBlock(_ element: SafeHTMLElement) -> [UInt8] {
        if element.endsParagraph { convertParagraph() }
        let trimmed = trimLine()
        buffer.beginLine()
        breakText(element)
        return trimmed
    }

    /// Turns an open paragraph into a `div`, as `<p>` would end where a block begins.
    private mutating func convertParagraph() {
        // An element opened within the paragraph may refer to one already converted.
        guard openParagraph >= 0, openElements[openParagraph].element == .p else { return }
        openElements[openParagraph].element = .div
        deferredEdits.convertToDivision(at: openElements[openParagraph].start)
        openParagraph = -1
    }

    /// Closes the innermost element, or removes it if it is empty.
    @discardableResult
    mutating func close() -> OpenElement {
        guard openElements.count > 1, var entry = openElements.popLast() else { return openElements[0] }
        let element = entry.element
        openParagraph = entry.outerParagraph
        defer { if element.isRubyReading { text.unmute() } }
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

    /// Breaks the plain text: items and rows become lines, cells words, other blocks paragraphs.
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

    mutating func separateWords() {
        if preformattedDepth == 0, !buffer.isAtSpace { buffer.isSpacePending = true }
        text.breakWord()
    }

    private mutating func trimLine() -> [UInt8] { preformattedDepth == 0 ? buffer.trimLine() : [] }

    // MARK: Void elements

    mutating func horizontalRule() {
        guard !isFull, preformattedDepth == 0, let parent = openElements.last, !parent.element.isTableStructure else {
            return
        }
        _ = beginBlock(.div)
        buffer.raw("<hr>")
        countElement()
        openElements[openElements.count - 1].hasContent = true
    }

    /// Begins a void element; returns false if it is not allowed here. The caller ends it with `finishVoid()`.
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

    /// Writes a formula as a whole, as nothing else can be inside it.
    /// - Parameter words: the formula in the plain text.
    mutating func formula(_ nodes: [FormulaNode], isBlock: Bool, text words: [UInt8]) {
        guard !isFull, let parent = openElements.last, !parent.element.isTableStructure else { return }
        let count = nodes.reduce(1) { $0 + $1.elementCount }
        guard elementCount + count < ParseLimits.standard.elements else {
            isFull = true
            return
        }
        elementCount += count
        buffer.flushSpace()
        buffer.raw(isBlock ? "<math display=\"block\">" : "<math>")
        var markup: [UInt8] = []
        for node in nodes { node.write(to: &markup) }
        buffer.raw(markup)
        buffer.raw("</math>")
        buffer.isAtSpace = false
        openElements[openElements.count - 1].hasContent = true
        words.withUnsafeBufferPointer { text.append($0) }
    }

    /// Writes markup; for void elements only.
    mutating func raw(_ markup: StaticString) { buffer.raw(markup) }

    // MARK: Attributes

    mutating func attribute(_ name: StaticString, _ value: UnsafeBufferPointer<UInt8>) { buffer.attribute(name, value) }

    mutating func attribute(_ name: StaticString, _ value: String) {
        var copy = value
        copy.withUTF8 { buffer.attribute(name, $0) }
    }

    mutating func attribute(_ name: StaticString, _ value: Int) { attribute(name, String(value)) }

    func isIDTaken(_ id: [UInt8]) -> Bool { deferredEdits.isIDTaken(id) }

    /// Writes an ID unless it is taken.
    mutating func writeID(_ id: [UInt8]) {
        guard deferredEdits.claimID(id, at: openElements[openElements.count - 1].start) else { return }
        id.withUnsafeBufferPointer { buffer.attribute("id", $0) }
    }

    /// Writes a link to an ID, or to `fallback` if no element has the ID in the end.
    mutating func link(to id: [UInt8], fallback: WebAddress?) {
        let start = buffer.count
        ([0x23] + id).withUnsafeBufferPointer { buffer.attribute("href", $0) }
        guard let fallback else { return }
        deferredEdits.link(at: start, count: buffer.count - start, unlessID: id, fallback: fallback)
    }

    // MARK: Finish

    mutating func finish() -> String {
        while openElements.count > 1 { close() }
        _ = trimLine()
        return deferredEdits.applied(to: buffer.bytes)
    }
}
