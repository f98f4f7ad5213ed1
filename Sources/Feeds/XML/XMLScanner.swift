// bounded throughout: every range runs from where a scan began to where it stands, and a scan only moves forward.

/// Reads XML as it is written out there and tells a sink about it.
///
/// It is a forgiving reader: ampersands that begin nothing, HTML's entities, attributes without quotes, elements that are
/// not closed or closed in the wrong order, text before and after the document and truncated ends are all read as they
/// were meant, with a complaint. It is a bounded one: a DOCTYPE can declare short plain texts and nothing else, nothing
/// outside the document is ever read, depth and attributes end at the limits, and every byte is looked at a fixed number of
/// times. Where the caller cuts the bytes makes no difference: a construct that is not complete waits for more.
///
/// Why not libxml2's SAX2 in recovery (2.9.14, tried in November 2026): `AT&T` becomes `AT`, the text before a stray `]]>` is
/// lost, `3 < 4` ends the document, text before the document leaves nothing of it, and what follows its end is lost. A
/// pass before it that mends these would have to read everything already. Debian's build of it also brings ICU's headers,
/// which clash with Foundation's in every module that sees both. Worth another look when those are gone.
struct XMLScanner<Sink: XMLSink & ~Copyable>: ~Copyable {
    /// Who is told.
    var sink: Sink
    var diagnostics: FeedDiagnostics
    private let location: SourceLocation
    private let names: XMLNameTable
    private let limits: FeedLimits
    private let entities = XMLEntityResolver()
    private var state = State.content
    private var openElements: [XMLElement] = []
    private var bindings: [(prefix: Int, space: FeedNamespace, depth: Int)] = []
    private var spans: [XMLAttributes.Span] = []
    private var ignoredDepth = 0
    private var hasRootEnded = false
    private var hasDoctype = false
    private var isOutsideRoot = false

    /// A tag or declaration that is not complete after so many bytes is none.
    private static var maxTagLength: Int { 1 << 20 }
    /// The same of `<?xml …>` and of a declaration other than DOCTYPE.
    private static var maxDeclarationLength: Int { 4096 }
    /// So many namespaces may be declared at once.
    private static var maxBindings: Int { 256 }

    private enum State {
        case content, section, comment, instruction
    }

    /// - Parameters:
    ///   - names: shared with the sink, which asks it how an element was written.
    ///   - place: shared with the sink, so that its complaints name lines too.
    init(sink: consuming Sink, names: XMLNameTable, limits: FeedLimits, location: SourceLocation = SourceLocation()) {
        self.sink = sink
        self.location = location
        diagnostics = FeedDiagnostics(at: location)
        self.names = names
        self.limits = limits
    }

    /// An outermost element has begun.
    var hasRoot: Bool { !openElements.isEmpty }

    /// Reads what is complete, from a place on, and answers where it stopped; the rest must come again, with more behind
    /// it. It also stops when the sink wants a pause, and then can be called again at once.
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

    /// Says that the document has ended, and ends every element that is open.
    mutating func finish() {
        if state == .section { diagnostics.record(.unterminatedCDATA) }
        if !openElements.isEmpty, !hasRootEnded || openElements.count > 1 || state != .content {
            diagnostics.record(.truncatedDocument)
        }
        while let element = openElements.popLast() { sink.end(element) }
    }

    // MARK: text

    /// Text up to the next tag, then that tag.
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

    /// Text that nobody wants, outside the document: a complaint for each run of it, in however many pieces it comes. Before
    /// the document a byte order mark is none.
    private mutating func reportStrayText(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        guard !isOutsideRoot, openElements.isEmpty || (hasRootEnded && openElements.count == 1) else { return }
        let mayBeMark = openElements.isEmpty
        let junk = bytes[start..<end].firstIndex { byte in
            !byte.isSpace && !(mayBeMark && (byte == 0xEF || byte == 0xBB || byte == 0xBF))
        }
        guard let junk else { return }
        (location.at, isOutsideRoot) = (junk, true)
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

    // MARK: tags

    /// What begins with `<`. Answers where it ends, or nil to wait for more.
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
            // One that is too long is none, and the next is not looked for: each would be read to the end of the bytes.
            hasDoctype = end != nil || bytes.count - at > Self.maxTagLength
            return end
        }
        return otherDeclaration(bytes, at)
    }

    /// `<!…>`, which means nothing here. It must be short, so that many that never end cost little.
    private mutating func otherDeclaration(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
        let end = bytes.first(0x3E, from: at, to: min(bytes.count, at + Self.maxDeclarationLength))
        if end == nil, bytes.count - at < Self.maxDeclarationLength { return nil }
        diagnostics.record(.malformedTag)
        return end.map { $0 + 1 } ?? strayBracket(bytes, at)
    }

    /// `<?…?>`. The XML declaration is often written without its second question mark.
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

    private mutating func endTag(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
        // Nearly always it is the innermost element that ends, by the very name that began it.
        if ignoredDepth == 0, let element = openElements.last {
            let nameEnd = at + 2 + names[element.symbol].count
            if nameEnd < bytes.count, bytes[nameEnd] == 0x3E,
                names.matches(element.symbol, UnsafeBufferPointer(rebasing: bytes[at + 2..<nameEnd]))
            {
                if openElements.count > 1 { endInnermost() } else { hasRootEnded = true }
                return nameEnd + 1
            }
        }
        var nameEnd = at + 2
        while nameEnd < bytes.count, bytes[nameEnd].isNameByte { nameEnd += 1 }
        var end = nameEnd
        while end < bytes.count, bytes[end] != 0x3E, bytes[end] != 0x3C { end += 1 }
        guard end < bytes.count else { return nil }
        let next = bytes[end] == 0x3E ? end + 1 : end
        if ignoredDepth > 0 {
            ignoredDepth -= 1
            return next
        }
        close(UnsafeBufferPointer(rebasing: bytes[at + 2..<nameEnd]))
        return next
    }

    /// Ends the innermost element of that name, and with it everything open inside it. The outermost one stays open until
    /// the document ends, because some documents go on after it.
    private mutating func close(_ name: UnsafeBufferPointer<UInt8>) {
        var index = openElements.count - 1
        while index >= 0, !names.matchesIgnoringCase(openElements[index].symbol, name) { index -= 1 }
        guard index >= 0 else {
            diagnostics.record(.strayEndTag)
            return
        }
        if index < openElements.count - 1 { diagnostics.record(.unclosedElement) }
        while openElements.count > max(index, 1) { endInnermost() }
        if index == 0 { hasRootEnded = true }
    }

    private mutating func endInnermost() {
        guard let element = openElements.popLast() else { return }
        sink.end(element)
        guard element.declares else { return }
        while let last = bindings.last, last.depth >= element.depth { bindings.removeLast() }
    }

    private mutating func startTag(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
        var nameEnd = at + 1
        while nameEnd < bytes.count, bytes[nameEnd].isNameByte { nameEnd += 1 }
        guard nameEnd < bytes.count else { return nil }
        var end = nameEnd
        var isEmpty = false
        if !spans.isEmpty { spans.removeAll(keepingCapacity: true) }
        if bytes[nameEnd] == 0x3E {
            end += 1
        } else {
            var reader = XMLTagReader(bytes: bytes, at: nameEnd, limit: limits.attributes)
            guard reader.read(into: &spans) else { return nil }
            (end, isEmpty) = (reader.at, reader.isEmpty)
            if reader.isMalformed { diagnostics.record(.malformedTag) }
            if reader.hasTooManyAttributes { diagnostics.record(.tooManyAttributes) }
        }
        begin(bytes, at + 1..<nameEnd, isEmpty: isEmpty)
        return end
    }

    private mutating func begin(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>, isEmpty: Bool) {
        guard openElements.count < limits.depth else {
            diagnostics.record(.tooDeep)
            if !isEmpty { ignoredDepth += 1 }
            return
        }
        if hasRootEnded, openElements.count == 1 { diagnostics.record(.trailingContent) }
        let symbol = names.symbol(for: UnsafeBufferPointer(rebasing: bytes[name]))
        let declares = spans.isEmpty ? false : bind(bytes)
        let element = XMLElement(
            symbol: symbol, space: space(of: symbol), local: names[symbol].local, depth: openElements.count + 1,
            declares: declares)
        openElements.append(element)
        if spans.isEmpty {
            let none = UnsafeBufferPointer<XMLAttributes.Span>(start: nil, count: 0)
            sink.start(element, XMLAttributes(bytes: bytes, spans: none, entities: entities))
        } else {
            spans.withUnsafeBufferPointer { spans in
                sink.start(element, XMLAttributes(bytes: bytes, spans: spans, entities: entities))
            }
            if entities.takeBudgetExceeded() { diagnostics.record(.entityTooLarge) }
        }
        if isEmpty, openElements.count > 1 { endInnermost() }
    }

    // MARK: namespaces

    /// Takes the tag's `xmlns` declarations.
    private mutating func bind(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var declares = false
        for span in spans where span.name.count >= 5 && bytes.hasBytes("xmlns", at: span.name.lowerBound) {
            let rest = span.name.lowerBound + 5
            var prefix = XMLNameTable.empty
            if span.name.count > 6, bytes[rest] == 0x3A {
                prefix = names.symbol(for: UnsafeBufferPointer(rebasing: bytes[(rest + 1)..<span.name.upperBound]))
            } else if span.name.count != 5 {
                continue
            }
            guard bindings.count < Self.maxBindings else {
                diagnostics.record(.tooManyAttributes)
                break
            }
            let address = names.symbol(for: UnsafeBufferPointer(rebasing: bytes[span.value]))
            var space = names.space(ofAddress: address)
            // An unknown default namespace on the outermost element is an inventor's, and his elements are RSS's.
            if openElements.isEmpty, prefix == XMLNameTable.empty, space == .other { space = .plain }
            bindings.append((prefix, space, openElements.count + 1))
            declares = true
        }
        return declares
    }

    /// Mutating, because Swift 6.3 would copy scanner and sink for it otherwise.
    private mutating func space(of symbol: Int) -> FeedNamespace {
        let prefix = names[symbol].prefix
        var index = bindings.count - 1
        while index >= 0 {
            if bindings[index].prefix == prefix { return bindings[index].space }
            index -= 1
        }
        guard prefix != XMLNameTable.empty else { return .plain }
        let usual = names.space(ofPrefix: prefix)
        // XML's own prefix needs no declaration (Namespaces in XML §3).
        if usual != .xml { diagnostics.record(.undeclaredPrefix) }
        return usual ?? .other
    }
}
