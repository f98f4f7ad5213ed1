import Failures
public import Foundation
import Markup
public import News
public import URLs

/// An error for a missing value that a test expects.
public struct MissingValue: Error {
    public let what: String
    public init(what: String) { self.what = what }
}

/// Parses an address.
/// - Throws: `MissingValue` if the text is no address.
public func webAddress(_ text: String) throws -> WebAddress {
    guard let address = WebAddress(text) else { throw MissingValue(what: text) }
    return address
}

/// Returns a path for a new folder below the system's temporary folder.
public func temporaryFolder(_ name: String = "tidings") -> URL {
    FileManager.default.temporaryDirectory.appending(path: "\(name)-\(UUID().uuidString)")
}

/// Removes a test's folder; a failure is printed, since a `deinit` cannot throw.
public func removeFolder(_ folder: URL) {
    do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path)") }
}

extension FailureCause {
    /// Returns the failure described as "… could not be reached: it does not answer."
    public static func noAnswer(from site: String) -> FailureCause {
        FailureCause(.transport(.noConnection(.noAnswer)), at: site)
    }
}

extension SourceKind {
    /// A kind of source besides feeds.
    public static let gazette = SourceKind(rawValue: "gazette")
}

/// Returns a comment with one paragraph, written on 15 January 2027.
public func makeComment(
    _ key: String, answering parent: String? = nil, by author: String? = "ada", _ text: String = "Yes.",
    standing: FetchedComment.ModerationState = .shown
) -> FetchedComment {
    FetchedComment(
        key: key, parentKey: parent, author: author, body: SafeHTML(restoring: "<p>\(text)</p>"), text: text,
        original: text, publishedAt: Date(timeIntervalSince1970: 1_799_990_000),
        link: WebAddress("https://o.test/said/\(key)"), moderationState: standing)
}
