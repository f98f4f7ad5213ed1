public import Foundation
public import Packs

/// Where packs wait while they are fetched, and which pictures need not be fetched.
public struct PackDownloads: Sendable {
    /// Has a folder for each address; what an interruption leaves there is used later.
    public var folder: URL
    /// Whether a picture is stored already.
    public var hasMedium: @Sendable (PackMedium) -> Bool

    public init(folder: URL, hasMedium: @escaping @Sendable (PackMedium) -> Bool = { _ in false }) {
        self.folder = folder
        self.hasMedium = hasMedium
    }

    /// In the system's temporary folder.
    public static let temporary = PackDownloads(folder: URL.temporaryDirectory.appending(path: "tidings-packs"))
}
