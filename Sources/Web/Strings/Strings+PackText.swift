import Packs

/// The texts of the field with a page's text.
extension Strings {
    static let pageText = "Text"

    /// Returns why a text can only be edited as HTML; nil if the formatted field holds it.
    static func packTextNote(_ obstacles: [PackTextObstacle]) -> String? {
        guard let last = obstacles.last else { return nil }
        let first = obstacles.dropLast().map(words).joined(separator: ", ")
        let list = first.isEmpty ? words(last) : "\(first) and \(words(last))"
        return "This page has \(list), so its text can only be edited as HTML."
    }

    private static func words(_ obstacle: PackTextObstacle) -> String {
        switch obstacle {
        case .table: "a table"
        case .caption: "a picture with a caption"
        case .definitions: "a list of definitions"
        case .code: "program text"
        case .formula: "a formula"
        case .recording: "audio or video"
        case .box: "a box"
        case .anchor: "a target of links"
        case .decoration: "underlined, struck, marked or small text"
        case .quotation: "a quotation within a line"
        case .annotation: "an annotated word"
        case .language: "text in a named language"
        case .direction: "text from right to left"
        case .numbering: "a list with numbers of its own"
        case .tooltip: "a tooltip"
        case .pictureSize: "a picture with a size of its own"
        case .unusual: "markup that is unusual or very long"
        }
    }
}
