import Caching
import Library
import News
import Pictures

/// The icons of a page's sites in one file, so that a page needs one request for all of them.
struct SiteIconSheet: Sendable {
    /// The width and the height of an icon in pixels.
    static let size = 72
    /// The greatest number of icons in a sheet.
    static let maxCount = 40

    private let address: String
    private let ids: Set<PictureID>

    /// Creates the sheet of those icons that this server has fetched; others come one by one, as a sheet would wait for the
    /// slowest. Returns nil for fewer than two.
    init?(_ icons: some Sequence<PictureID?>, for scope: RequestScope) {
        guard scope.preferences.showsPictures else { return nil }
        let available = Set(icons.compactMap { $0 }).filter { scope.dependencies.availableIcons.value(for: $0) != nil }
        let sorted = available.map(\.rawValue).sorted().prefix(Self.maxCount)
        guard sorted.count > 1 else { return nil }
        ids = Set(sorted.map(PictureID.init(rawValue:)))
        address = scope.dependencies.signer.sheetPath(of: Array(sorted))
    }

    /// Returns the path of an icon; nil if it is not in the sheet.
    func path(of icon: PictureID) -> String? {
        ids.contains(icon) ? "\(address)#i\(icon.rawValue)" : nil
    }
}
