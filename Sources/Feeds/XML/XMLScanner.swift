// bounded throughout: every range runs from the start of a scan to its position, and a scan only moves forward.

/// Scans XML as found in practice and sends events to a sink.
///
/// It is lenient: stray ampersands, HTML entities, unquoted attributes, unclosed or misnested elements, text before and
/// after the document and truncated ends are read as they were meant, with a diagnostic. It is bounded: a DOCTYPE can
/// declare short plain texts and nothing else, nothing outside the document is ever read, depth and attributes are
/// limited, and every byte is read a fixed number of times. Chunking makes no difference: an incomplete construct waits
/// for more bytes.
///
/// Why not libxml2's SAX2 in recovery (2.9.14, tried in November 2026): `AT&T` becomes `AT`, the text before a stray
/// `]]>` is lost, `3 < 4` ends the document, text before the document leaves nothing of it, and what follows its end is
/// lost. A repairing pass before it would have to read everything already. Debian's build of it also brings ICU's
/// headers, which clash with Foundation's in every module that sees both. Worth another look when those are gone.
struct XMLScanner<Sink: XMLSink & ~Copyable>: ~Copyable {
    /// Receives the events.
    var sink: Sink
    var diagnostics: FeedDiagnostics
    private let location: SourceLocation
    let names: XMLNameTable
    let limits: FeedLimits
    let entities = XMLEntityResolver()
    private var state = State.content
    var openElements: [XMLElement] = []
    var bindings: [(prefix: Int, space: FeedNamespace, depth: Int)] = []
    var spans: [XMLAttributes.Span] = []
    var ignoredDepth = 0
    var hasRootEnded = false
    private var hasDoctype = false
    private var isOutsideRoot = false

    /// A tag or declaration longer than this is treated as text.
    private static var maxTagLength: Int { 1 << 20 }
    /// The same for `<?xml …>` and declarations other than DOCTYPE.
    private static var maxDeclarationLength: Int { 4096 }
    /// The most namespace declarations in scope.
    static var maxBindings: Int { 256 }

    private enum State {
        case content, section, comment, instruction
    }

    /// - Parameters:
    ///   - names: shared with the sink, which looks up names as written.
    ///   - location: shared with the sink, so that its diagnostics name lines too.
    init(sink: consuming Sink, names: XMLNameTable, limits: FeedLimits, location: SourceLocation = SourceLocation()) {
        self.sink = sink
        self.location = location
        diagnostics = FeedDiagnostics(at: location)
        self.names = names
        self.limits = limits
    }

    /// The root element has begun.
    var hasRoot: Bool { !openElements.isEmpty }

    /// Reads what is complete, from `start` on. Returns where it stopped; the rest must come again, with more after it.
    /// It also stops when the sink wants a pause, and may then be called again at once.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int = 0, isLast: Bool) -> Int {
        var at = start
        location.beginWindow(bytes, at: start)
        defer { location.endWindow(at) }
        while at < bytes.count, !sink.wantsPause {
            location.at = at
            let next =
                switch state {
                case .content: content(bytes, at, isLast)
                case .section: section(bytes, at, isLast)
                case .comment: skip(bytes, at, past: "-->", isLast)
                case .instruction: skip(bytes, at, past: "?>", isLast)
                }
            guard let next, next > at else { break }
            at = next
        }
        return at
    }

    /// Ends the document and every open element.
    mutating func finish() {
        if state == .section { diagnostics.record(.unterminatedCDATA) }
        if !openElements.isEmpty, !hasRootEnded || openElements.count > 1 || state != .content {
            diagnostics.record(.truncatedDocument)
        }
        while let element = openElements.popLast() { sink.end(element) }
    }

    // MARK: Text

    /// Reads text up to the next tag, then that tag.
    private mutating func content(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ isLast: Bool) -> Int? {
        let tag = bytes.first(0x3C, from: at)
        if let tag, tag == at {
            isOutsideRoot = false
            return markup(bytes, at, isLast)
        }
        let end = tag ?? bytes.count
        guard sink.wantsText else {
            reportStrayText(bytes, at, end)
            return end
        }
        return text(bytes, at, end, isLast: isLast || tag != nil)
    }

    /// Reports unwanted text outside the document: one diagnostic per run, in however many pieces it comes. A byte
    /// order mark before the document is allowed.
    private mutating func reportStrayText(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        guard !isOutsideRoot, openElements.isEmpty || (hasRootEnded && openElements.count == 1) else { return }
        let mayBeMark = openElements.isEmpty
        let strayByte = bytes[start..<end].firstIndex { byte in
            !byte.isSpace && !(mayBeMark && (byte == 0xEF || byte == 0xBB || byte == 0xBF))
        }
        guard let strayByte else { return }
        (location.at, isOutsideRoot) = (strayByte, true)
        diagnostics.record(openElements.isEmpty ? .leadingText : .trailingContent)
    }

    private mutating func text(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, isLast: Bool) -> Int {
        var at = start
        while at < end {
            guard let reference = bytes.first(0x26, from: at, to: end) else {
                sink.text(UnsafeBufferPointer(rebasing: bytes[at..<end]))
                return end
            }
            if reference > at { sink.text(UnsafeBufferPointer(rebasing: bytes[at..<reference])) }
            switch entities.reference(bytes, at: reference, end: end) {
            case .byte(let byte, let length):
                send(byte)
                at = reference + length
            case .text(let text, let length):
                send(text)
                at = reference + length
            case .declared(let text, let length):
                at = reference + (expand(text) ? length : sendLiteral(bytes, reference))
            case .invalidCharacter(let length):
                location.at = reference
                diagnostics.record(.invalidCharacterReference)
                at = reference + length
            case .unknown:
                location.at = reference
                diagnostics.record(.unknownEntity)
                at = reference + sendLiteral(bytes, reference)
            case .incomplete where !isLast: return reference
            case .notAReference, .incomplete:
                location.at = reference
                diagnostics.record(.strayAmpersand)
                at = reference + sendLiteral(bytes, reference)
            }
        }
        return end
    }

    private mutating func expand(_ text: [UInt8]) -> Bool {
        guard entities.consumeBudget(text.count) else {
            if entities.takeBudgetExceeded() { diagnostics.record(.entityTooLarge) }
            return false
        }
        send(text)
        return true
    }

    private mutating func sendLiteral(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        sink.text(UnsafeBufferPointer(rebasing: bytes[at..<at + 1]))
        return 1
    }

    private mutating func send(_ byte: UInt8) {
        withUnsafePointer(to: byte) { sink.text(UnsafeBufferPointer(start: $0, count: 1)) }
    }

    private mutating func send(_ text: [UInt8]) {
        text.withUnsafeBufferPointer { sink.text($0) }
    }

    /// Inside `<![CDATA[`: everything is text up to `]]>`.
    private mutating func section(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ isLast: Bool) -> Int? {
        if let end = bytes.first("]]>", from: at) {
            if sink.wantsText, end > at { sink.text(UnsafeBufferPointer(rebasing: bytes[at..<end])) }
            state = .content
            return end + 3
        }
        let end = isLast ? bytes.count : bytes.count - 2
        guard end > at else { return nil }
        if sink.wantsText { sink.text(UnsafeBufferPointer(rebasing: bytes[at..<end])) }
        return end
    }

    private mutating func skip(
        _ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, past mark: StaticString, _ isLast: Bool
    ) -> Int? {
        if let end = bytes.first(mark, from: at) {
            state = .content
            return end + mark.utf8CodeUnitCount
        }
        return isLast ? bytes.count : max(at, bytes.count - mark.utf8CodeUnitCount + 1)
    }

    // MARK: Markup

    /// Reads what begins with `<`. Returns its end, or nil to wait for more.
    private mutating func markup(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ isLast: Bool) -> Int? {
        guard at + 1 < bytes.count else { return isLast ? strayBracket(bytes, at) : nil }
        let next = bytes[at + 1]
        let end: Int?
        if next == 0x2F {
            end = endTag(bytes, at)
        } else if next.beginsName {
            end = startTag(bytes, at)
        } else if next == 0x21 {
            guard bytes.count - at >= 9 || isLast else { return nil }
            end = declaration(bytes, at)
        } else if next == 0x3F {
            return instruction(bytes, at, isLast)
        } else {
            return strayBracket(bytes, at)
        }
        if let end { return end }
        if isLast {
            diagnostics.record(.truncatedDocument)
            return bytes.count
        }
        return bytes.count - at > Self.maxTagLength ? strayBracket(bytes, at) : nil
    }

    private mutating func strayBracket(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        diagnostics.record(.strayBracket)
        if sink.wantsText { sink.text(UnsafeBufferPointer(rebasing: bytes[at..<at + 1])) }
        return at + 1
    }

    private mutating func declaration(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
        if bytes.hasBytes("<!--", at: at) {
            state = .comment
            return at + 4
        }
        if bytes.hasBytes("<![CDATA[", at: at) || bytes.hasBytes("<![cdata[", at: at) {
            state = .section
            return at + 9
        }
        if openElements.isEmpty, !hasDoctype, bytes.hasBytes("<!DOCTYPE", at: at) || bytes.hasBytes("<!doctype", at: at)
        {
            let end = DoctypeReader(bytes: bytes, at: at).read(into: entities, &diagnostics)
            // One that is too long is ignored, and no further one is searched: each search would read to the end of the
            // bytes.
            hasDoctype = end != nil || bytes.count - at > Self.maxTagLength
            return end
        }
        return otherDeclaration(bytes, at)
    }

    /// Skips any other `<!…>`. It must be short, so that many unterminated ones cost little.
    private mutating func otherDeclaration(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
        let end = bytes.first(0x3E, from: at, to: min(bytes.count, at + Self.maxDeclarationLength))
        if end == nil, bytes.count - at < Self.maxDeclarationLength { return nil }
        diagnostics.record(.malformedTag)
        return end.map { $0 + 1 } ?? strayBracket(bytes, at)
    }

    /// Skips `<?…?>`. The XML declaration often lacks its second question mark.
    private mutating func instruction(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, _ isLast: Bool) -> Int? {
        guard bytes.count - at >= 6 || isLast else { return nil }
        guard bytes.hasBytes("<?xml", at: at), at + 5 < bytes.count, bytes[at + 5].isSpace else {
            state = .instruction
            return at + 2
        }
        if let end = bytes.first(0x3E, from: at, to: min(bytes.count, at + Self.maxDeclarationLength)) {
            return end + 1
        }
        guard bytes.count - at < Self.maxDeclarationLength else { return strayBracket(bytes, at) }
        return isLast ? bytes.count : nil
    }
}
