import CGumbo

/// A model of the open and active formatting elements of HTML's tree construction. Overestimates, so that accepted
/// input stays within limits in gumbo; formatting elements count until their own end tag, as paragraphs copy them.
struct OpenElementStack {
    private var open: [UInt8] = []
    private var active: [UInt8] = []
    private var activeCount = 0
    private var paragraphs = 0
    private let kinds = TagKind.table
    private let limits: ParseLimits

    private static let marker: UInt8 = 255

    init(limits: ParseLimits) { self.limits = limits }

    private func kind(_ tag: UInt8) -> TagKind { kinds[Int(tag)] }

    /// Opens an element; returns false if it is too deep.
    mutating func start(_ tag: GumboTag) -> Bool {
        let name = UInt8(truncatingIfNeeded: tag.rawValue)
        let kind = kind(name)
        if kind.contains(.endsParagraph) { closeParagraph() }
        if kind.contains(.void) { return true }
        if kind.contains(.tablePart) { return startTablePart(tag, name) }
        if kind.contains(.formatting) { return startFormatting(tag, name) }
        if kind.contains(.heading) { closeTop { [kinds] in kinds[Int($0)].contains(.heading) } }
        closeSiblings(tag)
        guard open.count + activeCount < limits.depth else { return false }
        push(name)
        if kind.contains(.boundary), tag != GUMBO_TAG_TABLE { active.append(Self.marker) }
        return true
    }

    private mutating func closeSiblings(_ tag: GumboTag) {
        switch tag {
        case GUMBO_TAG_LI: closeItem { $0 == GUMBO_TAG_LI }
        case GUMBO_TAG_DD, GUMBO_TAG_DT: closeItem { $0 == GUMBO_TAG_DD || $0 == GUMBO_TAG_DT }
        case GUMBO_TAG_OPTION, GUMBO_TAG_OPTGROUP: closeTop { $0 == UInt8(GUMBO_TAG_OPTION.rawValue) }
        case GUMBO_TAG_RB, GUMBO_TAG_RP, GUMBO_TAG_RT, GUMBO_TAG_RTC:
            guard isInRuby else { break }
            while let top = open.last, kind(top).contains(.impliedEnd), isWithoutFormatting { popLast() }
        case GUMBO_TAG_BUTTON: endScoped(GUMBO_TAG_BUTTON)
        case GUMBO_TAG_TABLE: if let table = nearestTable(), isTableCurrent(table) { truncate(to: table) }
        default: break
        }
    }

    private var isInRuby: Bool {
        for name in open.reversed() {
            if name == UInt8(GUMBO_TAG_RUBY.rawValue) { return true }
            if kind(name).contains(.boundary) { return false }
        }
        return false
    }

    private mutating func push(_ name: UInt8) {
        open.append(name)
        if name == UInt8(GUMBO_TAG_P.rawValue) { paragraphs += 1 }
    }

    private mutating func startFormatting(_ tag: GumboTag, _ name: UInt8) -> Bool {
        if tag == GUMBO_TAG_A || tag == GUMBO_TAG_NOBR { endFormatting(name) }
        guard activeCount < limits.formatting, open.count + activeCount < limits.depth else { return false }
        active.append(name)
        activeCount += 1
        return true
    }

    // MARK: Tables

    private func nearestTable() -> Int? { open.lastIndex { $0 == UInt8(GUMBO_TAG_TABLE.rawValue) } }

    /// Returns true if no cell or caption is open.
    private func isTableCurrent(_ table: Int) -> Bool {
        !open[(table + 1)...].contains { isCell($0) }
    }

    private func isCell(_ tag: UInt8) -> Bool {
        tag == UInt8(GUMBO_TAG_TD.rawValue) || tag == UInt8(GUMBO_TAG_TH.rawValue)
            || tag == UInt8(GUMBO_TAG_CAPTION.rawValue)
    }

    /// Opens a table part below its nearest possible parent; ignored outside tables.
    private mutating func startTablePart(_ tag: GumboTag, _ name: UInt8) -> Bool {
        guard let table = nearestTable() else { return true }
        var keep = table
        switch tag {
        case GUMBO_TAG_TD, GUMBO_TAG_TH:
            keep = deepest(after: table, [GUMBO_TAG_TR, GUMBO_TAG_TBODY, GUMBO_TAG_THEAD, GUMBO_TAG_TFOOT])
        case GUMBO_TAG_TR: keep = deepest(after: table, [GUMBO_TAG_TBODY, GUMBO_TAG_THEAD, GUMBO_TAG_TFOOT])
        default: break
        }
        truncate(to: keep + 1)
        guard tag != GUMBO_TAG_COL else { return true }
        guard open.count + activeCount < limits.depth else { return false }
        push(name)
        if isCell(name) { active.append(Self.marker) }
        return true
    }

    private func deepest(after table: Int, _ tags: [GumboTag]) -> Int {
        for tag in tags {
            if let index = open[table...].lastIndex(where: { $0 == UInt8(tag.rawValue) }) { return index }
        }
        return table
    }

    // MARK: End tags

    mutating func end(_ tag: GumboTag) {
        let name = UInt8(truncatingIfNeeded: tag.rawValue)
        let kind = kind(name)
        if kind.contains(.void) { return }
        if kind.contains(.formatting) { return endFormatting(name) }
        if kind.contains(.heading) {
            return endScoped { [kinds] in kinds[Int($0)].contains(.heading) }
        }
        if tag == GUMBO_TAG_P { return closeParagraph() }
        if tag == GUMBO_TAG_TABLE || kind.contains(.tablePart) { return endTablePart(name) }
        if tag == GUMBO_TAG_LI { return endItem() }
        if tag == GUMBO_TAG_FORM { return endForm(name) }
        if kind.contains(.scopedEnd) { return endScoped(tag) }
        endOrdinary(name)
    }

    private mutating func endTablePart(_ name: UInt8) {
        guard let table = nearestTable(), let index = open[table...].lastIndex(where: { $0 == name }) else {
            return
        }
        truncate(to: index)
    }

    private mutating func endScoped(_ tag: GumboTag) {
        let name = UInt8(truncatingIfNeeded: tag.rawValue)
        endScoped { $0 == name }
    }

    private mutating func endScoped(_ isWanted: (UInt8) -> Bool) {
        for index in open.indices.reversed() {
            if isWanted(open[index]) { return truncate(to: index) }
            if kind(open[index]).contains(.boundary) { return }
        }
    }

    /// Ends a form; elements opened in it stay open.
    private mutating func endForm(_ name: UInt8) {
        for index in open.indices.reversed() {
            if open[index] == name {
                open.remove(at: index)
                return
            }
            if kind(open[index]).contains(.boundary) { return }
        }
    }

    private mutating func endItem() {
        for index in open.indices.reversed() {
            let tag = GumboTag(UInt32(open[index]))
            if tag == GUMBO_TAG_LI { return truncate(to: index) }
            if tag == GUMBO_TAG_UL || tag == GUMBO_TAG_OL || kind(open[index]).contains(.boundary) { return }
        }
    }

    private mutating func endOrdinary(_ name: UInt8) {
        for index in open.indices.reversed() {
            if open[index] == name { return truncate(to: index) }
            if kind(open[index]).contains(.special) { return }
        }
    }

    private mutating func endFormatting(_ name: UInt8) {
        for index in active.indices.reversed() {
            if active[index] == Self.marker { return }
            guard active[index] == name else { continue }
            active.remove(at: index)
            activeCount -= 1
            return
        }
    }

    private mutating func closeParagraph() {
        guard paragraphs > 0 else { return }
        for index in open.indices.reversed() {
            let tag = open[index]
            if tag == UInt8(GUMBO_TAG_P.rawValue) { return truncate(to: index) }
            if kind(tag).contains(.boundary) || tag == UInt8(GUMBO_TAG_BUTTON.rawValue) { return }
        }
    }

    private mutating func closeItem(_ isSame: (GumboTag) -> Bool) {
        for index in open.indices.reversed() {
            let tag = GumboTag(UInt32(open[index]))
            if isSame(tag) {
                truncate(to: index)
                break
            }
            let passes = tag == GUMBO_TAG_ADDRESS || tag == GUMBO_TAG_DIV || tag == GUMBO_TAG_P
            if kind(open[index]).contains(.special), !passes { break }
        }
        closeParagraph()
    }

    /// Closes the top element, unless active formatting may be on top, which text reopens.
    private mutating func closeTop(where fits: (UInt8) -> Bool) {
        guard let top = open.last, isWithoutFormatting, fits(top) else { return }
        popLast()
    }

    private var isWithoutFormatting: Bool { active.last.map { $0 == Self.marker } ?? true }

    private mutating func popLast() { truncate(to: open.count - 1) }

    /// Closes elements; formatting elements of a cell end with it.
    private mutating func truncate(to index: Int) {
        while open.count > index {
            let tag = open.removeLast()
            if tag == UInt8(GUMBO_TAG_P.rawValue) { paragraphs -= 1 }
            guard kind(tag).contains(.boundary), tag != UInt8(GUMBO_TAG_TABLE.rawValue) else { continue }
            while let last = active.popLast(), last != Self.marker { activeCount -= 1 }
        }
    }
}
