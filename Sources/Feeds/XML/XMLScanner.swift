// bounded throughout: scan positions only move forward.

/// A scanner for real-world XML that sends events to a sink. docs/decisions/0006 says why it is not libxml2.
///
/// The scanner is lenient: stray ampersands, HTML entities, unquoted attributes, misnested elements, surrounding text
/// and truncation are read with a diagnostic. Its work is bounded: no external entities, limited depth and attributes,
/// every byte read a fixed number of times.
struct XMLScanner<Sink: XMLSink & ~Copyable>: ~Copyable {
    var sink: Sink
    var diagnostics: FeedDiagnostics
    private let location: ParserPosition
    let names: XMLNameTable
    let limits: FeedLimits
    let entities = XMLEntityResolver()
    private var state = State.content
    var openElements: [XMLElement] = []
    var bindings: [(prefix: Int, namespace: FeedNamespace, depth: Int)] = []
    var spans: [XMLAttributes.Span] = []
    var ignoredDepth = 0
    var hasRootEnded = false
    private var hasDoctype = false
    private var isOutsideRoot = false

    /// The length in bytes above which an unfinished tag or declaration is text.
    private static var maxTagLength: Int { 1 << 20 }
    /// The length in bytes of declarations other than DOCTYPE.
    private static var maxDeclarationLength: Int { 4096 }
    /// The number of namespace declarations in scope.
    static var maxBindings: Int { 256 }

    private enum State {
        case content, cdata, comment, instruction
    }

    /// - Parameters:
    ///   - names: name table shared with the sink.
    ///   - location: position shared with the sink.
    init(sink: consuming Sink, names: XMLNameTable, limits: FeedLimits, location: ParserPosition = ParserPosition()) {
        self.sink = sink
        self.location = location
        diagnostics = FeedDiagnostics(at: location)
        self.names = names
        self.limits = limits
    }

    /// Scans a document, or as much of it as the sink needs.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
        var at = 0
        location.begin(bytes)
        while at < bytes.count, !sink.isFinished {
            location.at = at
            at =
                switch state {
                case .content: content(bytes, at)
                case .cdata: cdataSection(bytes, at)
                case .comment: skip(bytes, at, past: "-->")
                case .instruction: skip(bytes, at, past: "?>")
                }
        }
        location.finish(at: at)
    }

    mutating func finish() {
        if state == .cdata { diagnostics.record(.unterminatedCDATA) }
        if !openElements.isEmpty, !hasRootEnded || openElements.count > 1 || state != .content {
            diagnostics.record(.truncatedDocument)
        }
        while let element = openElements.popLast() { sink.end(element) }
    }

    // MARK: Text

    /// Reads text or a tag.
    private mutating func content(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        let tag = bytes.first(0x3C, from: at)
        if let tag, tag == at {
            isOutsideRoot = false
            return markup(bytes, at)
        }
        let end = tag ?? bytes.count
        guard sink.wantsText else {
            reportStrayText(bytes, at, end)
            return end
        }
        text(bytes, at, end)
        return end
    }

    /// Reports text outside the document once per run. A leading byte order mark is allowed.
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

    private mutating func text(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) {
        var at = start
        while at < end {
            guard let reference = bytes.first(0x26, from: at, to: end) else {
                return sink.text(UnsafeBufferPointer(rebasing: bytes[at..<end]))
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
            case .notAReference:
                location.at = reference
                diagnostics.record(.strayAmpersand)
                at = reference + sendLiteral(bytes, reference)
            }
        }
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

    /// Reads text up to `]]>`.
    private mutating func cdataSection(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        let end = bytes.first("]]>", from: at)
        let text = UnsafeBufferPointer(rebasing: bytes[at..<(end ?? bytes.count)])
        if sink.wantsText, !text.isEmpty { sink.text(text) }
        guard let end else { return bytes.count }
        state = .content
        return end + 3
    }

    private mutating func skip(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int, past mark: StaticString) -> Int {
        guard let end = bytes.first(mark, from: at) else { return bytes.count }
        state = .content
        return end + mark.utf8CodeUnitCount
    }

    // MARK: Markup

    /// Reads a tag, declaration or instruction.
    private mutating func markup(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        guard at + 1 < bytes.count else { return strayBracket(bytes, at) }
        let next = bytes[at + 1]
        let end: Int?
        if next == 0x2F {
            end = endTag(bytes, at)
        } else if next.beginsName {
            end = startTag(bytes, at)
        } else if next == 0x21 {
            end = declaration(bytes, at)
        } else if next == 0x3F {
            return instruction(bytes, at)
        } else {
            return strayBracket(bytes, at)
        }
        if let end { return end }
        guard bytes.count - at <= Self.maxTagLength else { return strayBracket(bytes, at) }
        diagnostics.record(.truncatedDocument)
        return bytes.count
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
            state = .cdata
            return at + 9
        }
        if openElements.isEmpty, !hasDoctype, bytes.hasBytes("<!DOCTYPE", at: at) || bytes.hasBytes("<!doctype", at: at)
        {
            let end = DoctypeReader(bytes: bytes, at: at).read(into: entities, &diagnostics)
            // After an overlong DOCTYPE no other is searched: each search would read to the end.
            hasDoctype = end != nil || bytes.count - at > Self.maxTagLength
            return end
        }
        return otherDeclaration(bytes, at)
    }

    /// Skips a declaration other than DOCTYPE. The search is short, so that many unterminated ones cost little.
    private mutating func otherDeclaration(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
        let end = bytes.first(0x3E, from: at, to: min(bytes.count, at + Self.maxDeclarationLength))
        if end == nil, bytes.count - at < Self.maxDeclarationLength { return nil }
        diagnostics.record(.malformedTag)
        return end.map { $0 + 1 } ?? strayBracket(bytes, at)
    }

    /// Skips a processing instruction, or the XML declaration, which often lacks its second `?`.
    private mutating func instruction(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        guard bytes.hasBytes("<?xml", at: at), at + 5 < bytes.count, bytes[at + 5].isSpace else {
            state = .instruction
            return at + 2
        }
        if let end = bytes.first(0x3E, from: at, to: min(bytes.count, at + Self.maxDeclarationLength)) {
            return end + 1
        }
        return bytes.count - at < Self.maxDeclarationLength ? bytes.count : strayBracket(bytes, at)
    }
}
