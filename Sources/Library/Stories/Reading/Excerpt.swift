import Foundation
import Markup

extension SafeHTML {
    var pictureAddresses: Set<String> {
        var found: Set<String> = []
        _ = mappingPictures { tag in
            found.insert(tag.src)
            return tag
        }
        return found
    }
}

/// Excerpts from the beginning of texts.
enum Excerpt {
    /// The maximum length of an excerpt in characters.
    private static let maxLength = 240
    /// The maximum number of characters examined.
    private static let maxInputLength = 8000

    static func make(from body: SafeHTML) -> String? {
        var beginning = String(body.text.prefix(maxInputLength))
        while let figure = beginning.range(of: "<figure"),
            // bounded: found behind it
            let end = beginning.range(of: "</figure>", range: figure.upperBound..<beginning.endIndex)
        {
            beginning.removeSubrange(figure.lowerBound..<end.upperBound)  // bounded: found behind it
        }
        let text = PlainText.of(html: beginning)
        return text.isEmpty ? nil : PlainText.excerpt(of: text, limit: maxLength)
    }
}
