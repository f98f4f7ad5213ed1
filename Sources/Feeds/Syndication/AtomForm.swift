/// How Atom's text constructs say what they hold (RFC 4287 §3.1 and §4.1.3, Atom 0.3 `mode`).
enum AtomForm {
    static func form(_ attributes: XMLAttributes) -> FieldCapture.Form {
        // Nearly all of them.
        if attributes.isEmpty { return .literal }
        if attributes.value("mode") == nil, attributes.says("type", "html") { return .html }
        let type = attributes.trimmed("type")?.lowercased()
        let isHTML = type == "html" || type == "text/html" || type == "application/xhtml+xml"
        switch attributes.trimmed("mode")?.lowercased() {
        case "escaped": return isHTML ? .html : .literal
        case "base64": return .base64(isHTML: type == nil ? nil : isHTML)
        case "xml": return .xhtml
        default: break
        }
        switch type {
        case nil, "text", "": return .literal
        case "html", "text/html": return .html
        case "xhtml", "application/xhtml+xml": return .xhtml
        case .some(let type) where type.hasSuffix("+xml") || type.hasSuffix("/xml"): return .xhtml
        case .some(let type) where type.hasPrefix("text/"): return .literal
        case .some(let type) where type.contains("/"): return .base64(isHTML: nil)
        default: return .html
        }
    }
}
