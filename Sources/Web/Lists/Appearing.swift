import Library
import News

/// A list is being shown: its origins are asked where the freshness of their last answer has run out (decision 10). Done
/// for every look of a person, also for one that is answered from what the browser has (MIT-68); other sites cannot do it.
struct Appearing {
    let visit: Visit

    func note(_ list: StoryList) async throws(LibraryError) {
        guard visit.intent.mayHaveEffects else { return }
        let library = visit.library
        switch list {
        case .channel(let id): try await library.refreshing.listAppeared(id, for: visit.reader)
        case .section(let id):
            guard !visit.edition.isReadersOwn else { return }
            try await library.editions.appeared(visit.edition.id, section: id, for: visit.reader)
        case .within(_, .saved), .saved: return
        default:
            guard !visit.edition.isReadersOwn else { return }
            try await library.editions.appeared(visit.edition.id, for: visit.reader)
        }
    }
}
