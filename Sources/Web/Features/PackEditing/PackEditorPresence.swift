import Foundation
import Library
import News
import Synchronization

/// The editors who have a page of the editor open, by their last sign of life. They are kept in memory: nothing depends on
/// them but a notice.
final class PackEditorPresence: Sendable {
    /// A page of an edition's pack.
    struct Place: Hashable, Sendable {
        let edition: EditionID
        let slug: String
    }

    /// The time in seconds for which a page counts as open: three missed signs of its script.
    private static let lifetime: TimeInterval = 50
    private static let maxPlaces = 1_000

    private let seen = Mutex<[Place: [PackEditor: Date]]>([:])

    /// Records that an editor has a page open.
    /// - Returns: the names of the others who have, in order.
    func record(_ editor: PackEditor, at place: Place, now: Date) -> [String] {
        seen.withLock { seen in
            let oldest = now.addingTimeInterval(-Self.lifetime)
            if seen.count > Self.maxPlaces { seen = seen.filter { $0.value.values.contains { $0 > oldest } } }
            var editors = seen[place, default: [:]].filter { $0.value > oldest }
            editors[editor] = now
            seen[place] = editors
            return editors.keys.filter { $0.key != editor.key }.map(\.name).sorted()
        }
    }
}

/// The notice for script about who else has a page open.
struct OtherEditors: Encodable {
    /// A sentence; empty if nobody has.
    let words: String

    init(_ slug: String, for scope: RequestScope) {
        let others = scope.dependencies.packEditorPresence.record(
            scope.packEditor, at: .init(edition: scope.edition.id, slug: slug), now: scope.now)
        words = others.isEmpty ? "" : PackEditorStrings.alsoHere(others)
    }
}
