import HTTPTypes
import Hummingbird
import Library
import Markup
import News

/// What people say under a story. What is kept shows at once; what has to be asked for is asked by script, once the page is
/// there; without script the page takes as long as its origin does.
struct DiscussionScreen {
    let id: StoryID

    /// - Throws: `.notThere` also where the story's source has no discussion.
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        guard let desk = visit.house.backstage.discussions else { throw .notThere }
        if visit.intent.isPersonsNavigation { _ = try await desk.visit(id, for: visit.reader) }
        var facts = try await desk.thread(of: id, for: visit.reader)
        guard desk.isOffered(by: facts.source) else { throw .notThere }
        let mayAsk = visit.intent.mayHaveEffects
        if mayAsk, Cookies(of: visit.request)["zone"] == nil || visit.query["wait"] == "1" {
            if facts.isDue {
                _ = try await desk.refresh(id, reason: .appeared)
            } else if facts.isUnderWay, facts.answeredAt == nil {
                try await desk.wait(for: id)
            }
            if visit.intent.isPersonsNavigation { _ = try await desk.visit(id, for: visit.reader) }
            facts = try await desk.thread(of: id, for: visit.reader)
        }
        let list = visit.query["in"].flatMap { StoryList(code: $0) }
        return ThreadView(
            visit: visit, facts: facts, list: list, mayAsk: mayAsk, hasPeople: desk.knowsPeople(of: facts.source)
        ).page()
    }
}
