internal import Foundation

/// The actions of members on the website: votes, marks, comments, submissions and profile changes.
struct CommunityMemberActions: Sendable {
    private let page: CommunityMemberHandler

    init(_ page: CommunityMemberHandler) { self.page = page }

    private var handler: CommunityHandler { page.handler }

    /// Returns a field of the form, otherwise of the query.
    private func field(_ name: String) -> String? { page.form[name] ?? page.query[name] }

    /// Carries out the requested action; nil if the request is not for an action.
    func response() -> SampleResource? {
        switch (page.request.path, page.isPost) {
        case ("/vote", _): asMember("You have to be logged in to vote.", vote)
        case ("/fave", _): asMember("Please log in.") { mark(\.favourites, $0) }
        case ("/hide", _): asMember("Please log in.") { mark(\.hidden, $0) }
        case ("/flag", _): asMember("Please log in.", flag)
        case ("/comment", true): asMember("You have to be logged in to comment.", comment)
        case ("/r", true): asMember("You have to be logged in to submit.", submit)
        case ("/xedit", true): asMember("Please log in.", edit)
        case ("/xdelete", true): asMember("Please log in.", delete)
        case ("/xuser", true): asMember("Please log in.", updateProfile)
        default: nil
        }
    }

    private func asMember(_ refusal: String, _ work: (CommunityViewer) -> SampleResource) -> SampleResource {
        let (viewer, rejection) = page.actor()
        if let rejection { return rejection }
        guard let viewer else { return page.loginPage(refusal) }
        return work(viewer)
    }

    // MARK: Votes and marks

    /// Votes; the field names of older years, `for`, `dir` and `whence`, are also accepted.
    private func vote(_ viewer: CommunityViewer) -> SampleResource {
        guard let item = page.item(field("id") ?? field("for")) else { return page.page("No such item.") }
        guard viewer.accepts(field("auth"), for: "\(item.id)") else { return page.expired }
        let how = field("how") ?? field("dir")
        guard !page.behaviour.refusesVotes, mayVote(how, item, viewer) else {
            return page.page("Can't make that vote.")
        }
        applyVote(how, to: item, viewer)
        return page.redirect(to: field("goto") ?? field("whence") ?? "news")
    }

    private func mayVote(_ how: String?, _ item: CommunityItem, _ viewer: CommunityViewer) -> Bool {
        guard item.by != viewer.name, item.kind != .job else { return false }
        let isVoted = viewer.record.votes[item.id] != nil
        switch how {
        case "up": return !isVoted
        case "down": return !isVoted && item.kind == .comment && viewer.mayVoteDown
        case "un":
            let at = viewer.record.voteTimes[item.id] ?? .distantPast
            return isVoted && handler.memberNow().timeIntervalSince(at) < CommunityControls.unvoteWindow
        default: return false
        }
    }

    private func applyVote(_ how: String?, to item: CommunityItem, _ viewer: CommunityViewer) {
        let old = viewer.record.votes[item.id]
        let new: SampleMemberRecord.Vote? = how == "up" ? .up : how == "down" ? .down : nil
        let now = handler.memberNow()
        handler.state.updateRecord(of: viewer.name) { record in
            record.votes[item.id] = new
            record.voteTimes[item.id] = new == nil ? nil : now
        }
        let points = (new == .up ? 1 : 0) - (old == .up ? 1 : 0)
        handler.updateDataset { $0.update(item.id) { $0.score += points } }
    }

    private func flag(_ viewer: CommunityViewer) -> SampleResource {
        guard viewer.mayFlag else { return page.page("You can't flag that.") }
        return mark(\.flagged, viewer)
    }

    private func mark(
        _ list: WritableKeyPath<SampleMemberRecord, [Int]>, _ viewer: CommunityViewer
    ) -> SampleResource {
        guard let item = page.item(field("id")) else { return page.page("No such item.") }
        guard viewer.accepts(field("auth"), for: "\(item.id)") else { return page.expired }
        let isOn = field("un") != "t"
        handler.state.updateRecord(of: viewer.name) { record in
            record[keyPath: list].removeAll { $0 == item.id }
            if isOn { record[keyPath: list].insert(item.id, at: 0) }
        }
        return page.redirect(to: field("goto") ?? "item?id=\(item.id)")
    }

    // MARK: Comments

    private var text: String { (field("text") ?? "").replacing("\r\n", with: "\n") }
    private var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

    private func comment(_ viewer: CommunityViewer) -> SampleResource {
        guard let parent = page.item(field("parent")), parent.kind != .job else { return page.page("No such item.") }
        if page.behaviour.limitsPosting { return page.page("You're posting too fast. Please slow down. Thanks.") }
        if handler.state.claimExpiry() { return page.expired }
        guard viewer.accepts(field("hmac"), for: "comment/\(parent.id)") else {
            return form(about: parent, "Please try again.<br><br>" + page.replyForm(to: parent, text: text))
        }
        guard !isBlank else { return form(about: parent, page.replyForm(to: parent)) }
        add(text, by: viewer.name, under: parent)
        return page.redirect(to: viewer.token == nil ? "/" : field("goto") ?? "item?id=\(parent.story)")
    }

    private func form(about item: CommunityItem, _ html: String) -> SampleResource {
        page.page(page.renderer.formPage(about: item, html))
    }

    private func add(_ text: String, by name: String, under parent: CommunityItem) {
        let now = handler.memberNow()
        let repliers = page.behaviour.repliesToMembers ? CommunityReplies.replies(to: text, by: name) : []
        handler.updateDataset { dataset in
            var item = CommunityItem(kind: .comment, by: name, at: now)
            (item.parent, item.story, item.isWritten) = (parent.id, parent.story, true)
            (item.typedText, item.storedHTML) = (text, CommunityTextFormatter.html(text))
            let id = dataset.add(item)
            for reply in repliers {
                var answer = CommunityItem(kind: .comment, by: reply.name, at: now.addingTimeInterval(reply.delay))
                (answer.parent, answer.story, answer.isWritten) = (id, parent.story, true)
                answer.storedHTML = CommunityTextFormatter.html(reply.text)
                _ = dataset.add(answer)
            }
        }
    }

    private func edit(_ viewer: CommunityViewer) -> SampleResource {
        guard let item = page.item(field("id")) else { return page.page("No such item.") }
        guard !handler.state.claimExpiry(), viewer.accepts(field("hmac"), for: "edit/\(item.id)") else {
            return page.expired
        }
        guard page.controls(of: viewer).mayEdit(item) else { return page.page("You can't edit that.") }
        guard item.isStory || !isBlank else { return form(about: item, page.forms.edit(item)) }
        let (text, title) = (text, field("title"))
        handler.updateDataset { dataset in
            dataset.update(item.id) { item in
                (item.typedText, item.storedHTML) = (text, CommunityTextFormatter.html(text))
                if let title, !title.isEmpty { item.title = title }
            }
        }
        return page.redirect(to: "item?id=\(item.id)")
    }

    private func delete(_ viewer: CommunityViewer) -> SampleResource {
        guard let item = page.item(field("id")) else { return page.page("No such item.") }
        guard !handler.state.claimExpiry(), viewer.accepts(field("hmac"), for: "delete/\(item.id)") else {
            return page.expired
        }
        guard page.controls(of: viewer).mayDelete(item) else { return page.page("You can't delete that.") }
        if field("d") == "Yes" { handler.updateDataset { $0.update(item.id) { $0.visibility = .deleted } } }
        return page.redirect(to: field("goto") ?? "news")
    }

    // MARK: Submissions

    private func submit(_ viewer: CommunityViewer) -> SampleResource {
        guard !handler.state.claimExpiry(), let fnid = field("fnid"), handler.state.form(fnid) != nil else {
            return page.expired
        }
        if page.behaviour.limitsPosting { return page.page("You're submitting too fast. Please slow down. Thanks.") }
        if let problem { return reject(problem) }
        handler.state.removeForm(fnid)
        if let existing {
            if mayVote("up", existing, viewer) { applyVote("up", to: existing, viewer) }
            return page.redirect(to: "item?id=\(existing.id)")
        }
        var item = CommunityItem(kind: .story, by: viewer.name, at: handler.memberNow())
        item.isWritten = true
        (item.title, item.url, item.score) = (field("title") ?? "", url.isEmpty ? nil : url, 1)
        (item.typedText, item.storedHTML) = (text, CommunityTextFormatter.html(text))
        handler.updateDataset { _ = $0.add(item) }
        return page.redirect(to: "newest")
    }

    private var url: String { (field("url") ?? "").filter { !$0.isWhitespace } }

    private var problem: String? {
        let title = field("title") ?? ""
        if title.count > 80 { return "Please limit titles to 80 characters." }
        if url.isEmpty, isBlank {
            return
                "The url and text fields can't both be blank. Please either supply a url, or if you're asking a question, put it in the text field."
        }
        let isAddress = url.isEmpty || ["http://", "https://"].contains { url.hasPrefix($0) && url.count > $0.count }
        return isAddress && !title.allSatisfy(\.isWhitespace) ? nil : "Please try again."
    }

    private func reject(_ message: String) -> SampleResource {
        let rejected = CommunityState.RejectedSubmission(message: message, fields: page.form)
        return page.redirect(to: "/x?fnid=\(handler.state.makeForm(after: rejected))")
    }

    /// The shown story with the same link; nil if there is none.
    private var existing: CommunityItem? {
        guard !url.isEmpty else { return nil }
        let (wanted, snapshot) = (Self.comparable(url), handler.snapshot)
        return snapshot.dataset.stories.compactMap(snapshot.item).first { item in
            item.visibility == .shown && item.url.map(Self.comparable) == wanted
        }
    }

    private static func comparable(_ url: String) -> String {
        var text = url.lowercased()[...]
        for prefix in ["https://", "http://", "www."] where text.hasPrefix(prefix) {
            text = text.dropFirst(prefix.count)
        }
        return String(text.hasSuffix("/") ? text.dropLast() : text)
    }

    // MARK: The own profile

    /// Replaces the whole profile: fields that the form lacks become empty.
    private func updateProfile(_ viewer: CommunityViewer) -> SampleResource {
        guard !handler.state.claimExpiry(), field("id") == viewer.name, viewer.accepts(field("hmac"), for: "user")
        else {
            return page.expired
        }
        handler.state.updateRecord(of: viewer.name) { record in
            for name in SampleMemberRecord.profileFields { record.profile[name] = field(name) ?? "" }
        }
        return page.redirect(to: "user?id=\(viewer.name)")
    }
}
