import Foundation
import Markup
import URLs

/// The file of a page: front matter between two lines of `---`, then Markdown or HTML.
struct PackPageFile {
    let path: String
    var keys: PackYAMLFile
    let body: String
    /// The line at which the body begins, from 1.
    let bodyLine: Int

    static let knownKeys = [
        "title", "slug", "parent", "position", "kind", "colour", "ground", "address", "picture", "header", "latitude",
        "longitude", "favourite", "draft",
    ]
    static let fileExtensions = ["md", "markdown", "html", "htm"]

    init(_ text: String, path: String) {
        self.path = path
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let isFence = { (line: Substring) in
            line.trimmingPrefix("\u{FEFF}").allSatisfy { $0 == "-" || $0 == " " } && line.contains("---")
        }
        guard let first = lines.first, isFence(first), let end = lines.dropFirst().firstIndex(where: isFence) else {
            keys = PackYAMLFile("", path: path, keys: Self.knownKeys)
            keys.fault(
                "title", "A page begins with its front matter: “---”, keys such as “title: Leeds”, “---”. Add it.")
            body = text
            bodyLine = 1
            return
        }
        keys = PackYAMLFile(
            lines[..<end].dropFirst().joined(separator: "\n"), path: path, firstLine: 2, keys: Self.knownKeys)
        body = lines[(end + 1)...].joined(separator: "\n")
        bodyLine = end + 2
    }

    var isMarkdown: Bool { ["md", "markdown"].contains(PackFolderPath.fileExtension(of: path)) }

    /// True if the file is the page of its folder.
    var isIndex: Bool { PackFolderPath.stem(of: path) == "index" }

    /// The body as HTML.
    var html: String { (isMarkdown ? MarkdownRenderer.html(of: body) : body).trimmingSpace }

    /// Returns the line of the body that has a text, else the first line of the body.
    func line(containing text: String) -> Int {
        guard let found = body.utf8.firstRange(of: text.utf8) else { return bodyLine }
        return bodyLine + body.utf8[..<found.lowerBound].count { $0 == UInt8(ascii: "\n") }
    }

    /// The slug for a page without the key: the name of the file, or of the folder for its page.
    var defaultSlug: String {
        guard isIndex else { return PackNameRules.slug(from: PackFolderPath.stem(of: path)) }
        let folder = PackFolderPath.folder(of: path)
        return folder.isEmpty ? "home" : PackNameRules.slug(from: PackFolderPath.name(of: folder))
    }
}
