// bounded throughout: scan positions only move forward.

/// The scanner's reading of tags and namespaces.
extension XMLScanner where Sink: ~Copyable {
    // MARK: Tags

    mutating func endTag(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
        // Usually the innermost element ends, spelled as it began.
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

    /// Ends the innermost element of that name and all elements inside. The root stays open, because some documents
    /// continue after its end.
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
        guard element.declaresNamespaces else { return }
        while let last = bindings.last, last.depth >= element.depth { bindings.removeLast() }
    }

    mutating func startTag(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int? {
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
            if reader.endsWithSlash, !sink.wantsText || XHTMLSerializer.isVoid(bytes[(at + 1)..<nameEnd]) {
                isEmpty = true
                dropFinalSlash(bytes, reader.at)
            }
            if reader.isMalformed { diagnostics.record(.malformedTag) }
            if reader.hasTooManyAttributes { diagnostics.record(.tooManyAttributes) }
        }
        begin(bytes, at + 1..<nameEnd, isEmpty: isEmpty)
        return end
    }

    /// Removes the slash of `/>` from an unquoted last value.
    ///
    /// - Parameter end: the index behind the `/>` that the last value took in.
    private mutating func dropFinalSlash(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) {
        guard let last = spans.last, last.value.upperBound == end - 1, !endsDirectory(bytes, last) else { return }
        spans[spans.count - 1].value = last.value.lowerBound..<(end - 2)
    }

    /// Returns true if the final slash belongs to an address of a site or directory, but not of a file (`<img
    /// src=a.png/>`).
    private func endsDirectory(_ bytes: UnsafeBufferPointer<UInt8>, _ span: XMLAttributes.Span) -> Bool {
        let name = String(decoding: bytes[span.name], as: UTF8.self).lowercased()
        guard ["href", "url", "xmlurl", "htmlurl", "src"].contains(name) else { return false }
        let parts = bytes[span.value].dropLast().split(separator: 0x2F, omittingEmptySubsequences: false)
        let isSite = parts.count == 3 && parts[1].isEmpty
        return isSite || parts.last?.contains(0x2E) != true
    }

    private mutating func begin(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>, isEmpty: Bool) {
        guard openElements.count < limits.depth else {
            diagnostics.record(.tooDeep)
            if !isEmpty { ignoredDepth += 1 }
            return
        }
        if hasRootEnded, openElements.count == 1 { diagnostics.record(.trailingContent) }
        let symbol = names.symbol(for: UnsafeBufferPointer(rebasing: bytes[name]))
        let declaresNamespaces = spans.isEmpty ? false : bind(bytes)
        let element = XMLElement(
            symbol: symbol, namespace: namespace(of: symbol), local: names[symbol].local, depth: openElements.count + 1,
            declaresNamespaces: declaresNamespaces)
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

    // MARK: Namespaces

    /// Reads `xmlns` declarations; returns false if there are none.
    private mutating func bind(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var declaresNamespaces = false
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
            let uri = names.symbol(for: UnsafeBufferPointer(rebasing: bytes[span.value]))
            var namespace = names.namespace(ofURI: uri)
            // An unknown default namespace on the root is private; its elements are read as RSS.
            if openElements.isEmpty, prefix == XMLNameTable.empty, namespace == .other { namespace = .plain }
            bindings.append((prefix, namespace, openElements.count + 1))
            declaresNamespaces = true
        }
        return declaresNamespaces
    }

    /// Returns the namespace of the name's prefix. Mutating, because Swift 6.3 otherwise copies scanner and sink.
    private mutating func namespace(of symbol: Int) -> FeedNamespace {
        let prefix = names[symbol].prefix
        var index = bindings.count - 1
        while index >= 0 {
            if bindings[index].prefix == prefix { return bindings[index].namespace }
            index -= 1
        }
        guard prefix != XMLNameTable.empty else { return .plain }
        let conventional = names.namespace(ofPrefix: prefix)
        // The prefix `xml` needs no declaration (Namespaces in XML §3).
        if conventional != .xml { diagnostics.record(.undeclaredPrefix) }
        return conventional ?? .other
    }
}
