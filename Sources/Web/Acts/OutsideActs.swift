import Library

/// Asks for a page outside; the page that is shown next says what came of it.
struct OutsideActs {
    let visit: Visit
    let form: Query

    func ask() async throws(LibraryError) -> Acting.Outcome {
        guard let window = visit.house.backstage.outside,
            let link = OutsideLink(mark: form["mark"], form, window: window)
        else { throw .invalid(why: Words.unsignedWhy) }
        let outcome = try await window.desk.fetch(link.address, for: link.story, isAsked: form["again"] == "1")
        if outcome == .underWay { try await window.desk.wait(for: link.address) }
        return Acting.Outcome(words: Words.outside(outcome), go: visit.path(.outside(link)))
    }
}
