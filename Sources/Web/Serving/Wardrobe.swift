import Foundation
import News
import Synchronization

/// The files of the web app, made anew when the editions are others than before (their files were read again).
///
/// Invariant: the shelf belongs to exactly the editions beside it.
final class Wardrobe: Sendable {
    private let folder: URL?
    private let kept: Mutex<(editions: [Edition], shelf: AssetShelf)>

    init(folder: URL?, editions: [Edition]) {
        self.folder = folder
        kept = Mutex((editions, AssetShelf(folder: folder, editions: editions)))
    }

    func shelf(for editions: [Edition]) -> AssetShelf {
        kept.withLock { kept in
            // The rack hands out one array until it reads again, so that they are compared at a glance.
            if kept.editions != editions { kept = (editions, AssetShelf(folder: folder, editions: editions)) }
            return kept.shelf
        }
    }
}
