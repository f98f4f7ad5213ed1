/// What may stand where, so that every HTML parser reads the result as the same tree.
extension Emitter {
    /// What `element` becomes here, nil when it may not stand here and its content takes its place.
    func admitted(_ element: Element) -> Element? {
        guard !isFull, open.count < Self.deepest, let parent = open.last?.element else { return nil }
        switch element {
        case .td, .th: return parent == .tr ? element : nil
        case .tr: return parent == .tbody || parent == .thead || parent == .tfoot ? element : nil
        case .tbody, .thead, .tfoot, .caption: return parent == .table ? element : nil
        default: break
        }
        if parent.isTableStructure || (preformatted > 0 && element.isBlock) { return nil }
        if element.isOnce, openOnce & (1 << UInt64(element.rawValue)) != 0 { return nil }
        if element.isHeading { return headings == 0 ? element : nil }
        switch element {
        case .li:
            return nearest { $0 == .li || $0 == .ul || $0 == .ol } == .li
                ? .div : isOpen(.ul) || isOpen(.ol) ? .li : .div
        case .dt, .dd: return nearest { $0 == .dt || $0 == .dd || $0 == .dl } == .dl ? element : .div
        case .rt, .rp: return parent == .ruby ? element : nil
        case .summary: return parent == .details ? element : .div
        case .figcaption: return nearest { $0 == .figure || $0 == .figcaption } == .figure ? element : .div
        default: return element
        }
    }

    private func nearest(_ isWanted: (Element) -> Bool) -> Element? {
        open.last { isWanted($0.element) }?.element
    }
}
