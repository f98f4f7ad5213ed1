import Markup

/// Chooses among the icons that a page names.
enum SiteIcon {
    /// Large enough for a phone's dense screen; larger ones cost more and show no more. In pixels.
    private static let wanted = 144

    /// The smallest that is large enough, else the largest. SVG is left out, since it is never drawn (decision 14).
    static func best(of icons: [IconMention]) -> WebAddress? {
        let drawable = icons.filter { !$0.address.path.lowercased().hasSuffix(".svg") }
        let sized = drawable.map { (address: $0.address, size: size(of: $0)) }
        let enough = sized.filter { $0.size >= wanted }.min { $0.size < $1.size }
        return (enough ?? sized.max { $0.size < $1.size })?.address
    }

    /// Icons for home screens are 180 pixels wide unless they say otherwise, others 32.
    private static func size(of icon: IconMention) -> Int {
        if let size = icon.size { return size }
        return icon.rel.contains("apple-touch-icon") || icon.rel.contains("fluid-icon") ? 180 : 32
    }
}
