public import Foundation
public import Packs

/// The storage for packs during their download, and the check which pictures need not be fetched.
public struct PackDownloads: Sendable {
    /// The folder with a subfolder for each address, in which partial downloads are kept for later requests.
    public var folder: URL
    /// Returns true if a picture is already stored.
    public var hasMedium: @Sendable (PackMedium) -> Bool

    public init(folder: URL, hasMedium: @escaping @Sendable (PackMedium) -> Bool = { _ in false }) {
        self.folder = folder
        self.hasMedium = hasMedium
    }

    /// The downloads in the system's temporary folder.
    public static let temporary = PackDownloads(folder: URL.temporaryDirectory.appending(path: "tidings-packs"))
}
