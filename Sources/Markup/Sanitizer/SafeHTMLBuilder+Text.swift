extension SafeHTMLBuilder {
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

    mutating func setPreformatted(_ source: UnsafeBufferPointer<UInt8>) {
        if buffer.appendPreformatted(source, after: innermostPreformattedStart) {
            openElements[openElements.count - 1].hasContent = true
        }
    }

    private var innermostPreformattedStart: Int {
        openElements.last { $0.element == .pre }?.bodyStart ?? -1
    }

    /// Breaks the line at a block boundary inside preformatted text.
    mutating func breakPreformattedLine() {
        text.breakLine()
        guard preformattedDepth > 0, buffer.bytes.last != 0x0A, buffer.count != innermostPreformattedStart else {
            return
        }
        buffer.raw(0x0A)
    }

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
}
