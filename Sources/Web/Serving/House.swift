import Library
import News
import Pictures

/// Everything a page may draw on.
struct House: Sendable {
    let library: NewsLibrary
    let pictures: PictureShop
    let signer: PictureSigner
    let backstage: Backstage
    let settings: WebSettings
    /// All newspapers, and what became of their files.
    let rack: EditionRack
    var assets: AssetShelf
    let kept: KeptPages
    let readers = ReaderMemory()
    let door = DoorMemory()
    let places = LastPlaces()
    let fronts = FrontMemory()
    let icons = IconStudio()
    let finds = FoundPages()
    let log: ServerLog

    /// The newspapers that can be opened, in the Newsstand's order: `mine` first, unless one alone is shown.
    var editions: [Edition] { rack.editions }

    /// The edition an address names with its first part, else the leading one.
    func edition(at path: String) -> Edition {
        let editions = editions
        return editions.first { has($0, at: path) } ?? editions.first { $0.id == settings.leading } ?? editions.first
            ?? .mine
    }

    /// Whether the address lies in that edition.
    func has(_ edition: Edition, at path: String) -> Bool { path.hasPrefix("/\(edition.id.rawValue)/") }
}
