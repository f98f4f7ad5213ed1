import Foundation
import Markup
import URLs

/// Turns a page's body into sanitised text whose links and pictures lead into the pack.
struct PackLinkResolver {
    /// The text of a page.
    struct Body {
        var text: SafeHTML
        var faults: [PackIssue]
        /// Notes on pictures that are not in the folder.
        var notes: [PackIssue]
    }

    let tree: PackFolderTree
    /// The maximum number of findings for a page, as finding each line searches the page again.
    private static let maxFindings = 100

    func text(of file: PackPageFile, pictures: inout PictureFinder) -> Body {
        var (faults, notes): ([PackIssue], [PackIssue]) = ([], [])
        let folder = PackFolderPath.folder(of: file.path)
        let encoded = folder.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        let base = WebAddress(PackAddress.origin + "/" + (encoded.isEmpty ? "" : encoded + "/"))
        let text = HTMLSanitizer(base: base).sanitize(file.html).html
        let linked = text.mappingLinks { address in
            guard PackAddress.isInside(address) else { return nil }
            let (path, fragment) = Self.path(of: address)
            if let slug = tree.slug(at: path) { return PackAddress.page(slug) + fragment }
            if let medium = Self.medium(path, &pictures) { return PackAddress.medium(medium) }
            Self.append(to: &faults, of: file) { Self.fault(path, in: file, "no page or picture") }
            return nil
        }
        let pictured = linked.mappingPictures { picture in
            var picture = picture
            picture.isLazy = false
            picture.srcset = nil
            guard PackAddress.isInside(picture.src) else {
                Self.append(to: &notes, of: file) {
                    PackIssue(
                        place: file.path, line: file.line(containing: PackFolderPath.name(of: picture.src)),
                        "The picture “\(picture.src.prefix(200))” is elsewhere, where no one without a network gets it."
                    )
                }
                return picture
            }
            let (path, _) = Self.path(of: picture.src)
            if let medium = Self.medium(path, &pictures) {
                picture.src = PackAddress.medium(medium)
            } else {
                Self.append(to: &faults, of: file) { Self.fault(path, in: file, "no picture") }
            }
            return picture
        }
        return Body(text: PackText.clean(pictured.text), faults: faults, notes: notes)
    }

    private static func append(to findings: inout [PackIssue], of file: PackPageFile, _ finding: () -> PackIssue) {
        if findings.count < maxFindings { return findings.append(finding()) }
        guard findings.count == maxFindings else { return }
        findings.append(PackIssue(place: file.path, "There are more like the \(maxFindings) above."))
    }

    /// Reads a picture.
    /// - Returns: nil for a file that is no readable picture.
    private static func medium(_ path: String, _ pictures: inout PictureFinder) -> PackMediumID? {
        guard PackMediaType.allFileExtensions.contains(PackFolderPath.fileExtension(of: path)) else { return nil }
        do throws(PackIssue) { return try pictures.medium(path).id } catch { return nil }
    }

    private static func fault(_ path: String, in file: PackPageFile, _ what: String) -> PackIssue {
        PackIssue(
            place: file.path, line: file.line(containing: PackFolderPath.name(of: path)),
            "There is \(what) “\(path.prefix(200))” in the folder. Correct the address: from this file's folder, or from the top with “/”."
        )
    }

    /// Returns the path of an address inside the pack, without the origin, decoded.
    private static func path(of address: String) -> (path: String, fragment: String) {
        guard let parsed = WebAddress(address) else { return ("", "") }
        var path = parsed.path
        path = path.removingPercentEncoding ?? path
        // The decoded path is resolved again, so that encoded parts (%2e%2e, %2f) lead out of the folder no more than
        // plain ones.
        let resolved = PackFolderPath.resolve(path, in: "") ?? ""
        return (resolved, parsed.fragment.map { "#\($0)" } ?? "")
    }
}
