/// The nesting rules, by which every HTML parser builds the same tree.
extension SafeHTMLBuilder {
    /// Returns the element to write in place of `element`; nil if `element` is unwrapped.
    func allowedElement(_ element: SafeHTMLElement) -> SafeHTMLElement? {
        guard !isFull, openElements.count < Self.maximumDepth, let parent = openElements.last?.element else {
            return nil
        }
        switch element {
        case .td, .th: return parent == .tr ? element : nil
        case .tr: return parent == .tbody || parent == .thead || parent == .tfoot ? element : nil
        case .tbody, .thead, .tfoot, .caption: return parent == .table ? element : nil
        default: break
        }
        if parent.isTableStructure || (preformattedDepth > 0 && element.isBlock) { return nil }
        if element.forbidsSelfNesting, openUnnestable & (1 << UInt64(element.rawValue)) != 0 { return nil }
        if element.isHeading { return headingDepth == 0 ? element : nil }
        switch element {
        case .li:
            return innermost { $0 == .li || $0 == .ul || $0 == .ol } == .li
                ? .div : isOpen(.ul) || isOpen(.ol) ? .li : .div
        case .dt, .dd: return innermost { $0 == .dt || $0 == .dd || $0 == .dl } == .dl ? element : .div
        case .rt, .rp: return parent == .ruby ? element : nil
        case .summary: return parent == .details ? element : .div
        case .figcaption: return innermost { $0 == .figure || $0 == .figcaption } == .figure ? element : .div
        default: return element
        }
    }

    private func innermost(_ isWanted: (SafeHTMLElement) -> Bool) -> SafeHTMLElement? {
        openElements.last { isWanted($0.element) }?.element
    }
}
