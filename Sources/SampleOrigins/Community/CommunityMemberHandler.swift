internal import Foundation

/// A handler that signs members in and out, and serves the pages with their forms and the links that change something.
struct CommunityMemberHandler: Sendable {
    let handler: CommunityHandler
    let request: RequestRecord
    /// The fields of the query.
    let query: [String: String]
    /// The fields of the form.
    let form: [String: String]
    let viewer: CommunityViewer?

    init(_ handler: CommunityHandler, _ request: RequestRecord) {
        self.handler = handler
        self.request = request
        query = CommunityHandler.queryFields(request.query)
        form = Dictionary(request.form.map { ($0.name, $0.value) }) { first, _ in first }
        viewer = handler.state.viewer(cookie: request.header("cookie"))
    }

    var behaviour: CommunityBehaviour { handler.state.behaviour }
    var isPost: Bool { request.method == "POST" }
    var forms: CommunityForms { CommunityForms(viewer: viewer, isOld: behaviour.markup == .storylink) }

    /// Returns the page; nil for a page that needs no member.
    func response() -> SampleResource? {
        if let status = behaviour.blocks { return blocked(status) }
        if let response = signInResponse() { return response }
        if behaviour.noprocrast, viewer != nil {
            return page(
                "<b>Get back to work!</b><p>Sorry, you can't see this page. Based on the anti-procrastination parameters "
                    + "you set in your profile, you'll be able to use the site again in 20 minutes.")
        }
        if let response = CommunityMemberActions(self).response() { return response }
        return formPage()
    }

    private func blocked(_ status: Int) -> SampleResource {
        var resource = SampleResource("Sorry.\n", contentType: "text/html; charset=utf-8", status: status)
        resource.hasEntityTag = false
        return resource
    }

    // MARK: Signing in

    private func signInResponse() -> SampleResource? {
        switch (request.path, isPost) {
        case ("/login", false): return page(CommunityForms.login(goto: query["goto"] ?? "news"))
        case ("/login", true): return form["creating"] == "t" ? createAccount() : signIn()
        case ("/newslogin", _): return page(CommunityForms.oldLogin(handler.state.makeForm()))
        case ("/y", true):
            guard let fnid = form["fnid"], handler.state.form(fnid) != nil else { return expired }
            return signIn(form["u"], form["p"], goto: "news")
        case ("/logout", _): return signOut()
        default: return nil
        }
    }

    private func signIn() -> SampleResource { signIn(form["acct"], form["pw"], goto: form["goto"] ?? "news") }

    private func signIn(_ name: String?, _ password: String?, goto: String) -> SampleResource {
        if needsCaptcha { return page(forms.captcha(request.form)) }
        guard let member = member(name, password) else {
            return page("Bad login.<br><br>" + CommunityForms.login(goto: goto))
        }
        return signedIn(member, goto)
    }

    private var needsCaptcha: Bool {
        behaviour.requiresCaptcha && (form["g-recaptcha-response"] ?? "").isEmpty
    }

    private func member(_ name: String?, _ password: String?) -> SampleMember? {
        handler.state.members.first { $0.member.name == name && $0.member.password == password }?.member
    }

    private func signedIn(_ member: SampleMember, _ goto: String) -> SampleResource {
        let token = handler.state.startSession(of: member.name)
        return redirect(
            to: goto,
            cookie: "user=\(member.name)&\(token); Path=/; Expires=Sun, 17 Jan 2038 19:14:07 GMT; Secure; HttpOnly")
    }

    private func createAccount() -> SampleResource {
        if needsCaptcha { return page(forms.captcha(request.form)) }
        let (name, password) = (form["acct"] ?? "", form["pw"] ?? "")
        let isNameValid =
            (2...15).contains(name.count)
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        let problem =
            !isNameValid
            ? "Usernames can only contain letters, digits, dashes and underscores, and should be between 2 and 15 characters long."
            : handler.snapshot.dataset.users[name] != nil
                ? "That username is taken."
                : password.count < 8 ? "Passwords should be at least 8 characters long." : nil
        if let problem {
            return page(
                "\(problem) Please choose another.<br><br>" + CommunityForms.login(goto: form["goto"] ?? "news"))
        }
        let member = SampleMember(name: name, password: password, karma: 1)
        handler.state.add(member)
        return signedIn(member, form["goto"] ?? "news")
    }

    private func signOut() -> SampleResource {
        guard let viewer, let token = viewer.token, viewer.accepts(query["auth"], for: "logout") else { return expired }
        handler.state.endSession(token)
        return redirect(to: query["goto"] ?? "news", cookie: "user=; Path=/; Expires=Thu, 01 Jan 1970 00:00:01 GMT")
    }

    /// Returns the member who sent the request, identified by cookie or by name and password in the form.
    /// - Returns: `viewer` is nil for a stranger; `rejection` is set if name and password are wrong, or a puzzle is
    ///   due.
    func actor() -> (viewer: CommunityViewer?, rejection: SampleResource?) {
        guard let name = form["acct"] else { return (viewer, nil) }
        if needsCaptcha { return (nil, page(forms.captcha(request.form))) }
        guard let member = member(name, form["pw"]) else {
            return (nil, page("Bad login.<br><br>" + CommunityForms.login(goto: "news")))
        }
        return (CommunityViewer(member: member, record: handler.state.record(of: name)), nil)
    }

    // MARK: Pages with forms

    private func formPage() -> SampleResource? {
        switch request.path {
        case "/reply": return replyPage()
        case "/edit": return editPage()
        case "/delete-confirm": return deletePage()
        case "/submit", "/submitlink": return submitPage()
        case "/x": return rejectedSubmission()
        default: return nil
        }
    }

    func item(_ id: String?) -> CommunityItem? {
        guard let item = handler.snapshot.item(Int(id ?? "") ?? 0) else { return nil }
        return item.visibility == .deleted ? nil : item
    }

    var renderer: CommunityHTMLRenderer { handler.renderer(for: request, viewer) }

    private func replyPage() -> SampleResource {
        guard viewer != nil else { return loginPage("You have to be logged in to comment.") }
        guard let item = item(query["id"]) else { return page("No such item.") }
        return page(renderer.formPage(about: item, replyForm(to: item)))
    }

    func replyForm(to item: CommunityItem, text: String = "") -> String {
        forms.comment(
            under: item.id, goto: query["goto"] ?? form["goto"] ?? "item?id=\(item.story)",
            button: item.isStory ? "add comment" : "reply", text: text)
    }

    private func editPage() -> SampleResource {
        let (viewer, rejection) = actor()
        if let rejection { return rejection }
        guard let viewer else { return loginPage("Please log in.") }
        guard let item = item(query["id"]) else { return page("No such item.") }
        let isOpen = controls(of: viewer).mayEdit(item)
        return page(renderer.formPage(about: item, isOpen ? CommunityForms(viewer: viewer).edit(item) : ""))
    }

    private func deletePage() -> SampleResource {
        guard let viewer else { return loginPage("Please log in.") }
        guard let item = item(query["id"]) else { return page("No such item.") }
        guard controls(of: viewer).mayDelete(item) else { return page("You can't delete that.") }
        return page(renderer.formPage(about: item, forms.delete(item, goto: query["goto"] ?? "news")))
    }

    private func submitPage() -> SampleResource {
        let (viewer, rejection) = actor()
        if let rejection { return rejection }
        guard let viewer else { return loginPage("You have to be logged in to submit.") }
        let filled = request.path == "/submitlink" ? ["url": query["u"] ?? "", "title": query["t"] ?? ""] : [:]
        let body = renderer.formPage(forms.submit(handler.state.makeForm(), fields: filled))
        guard viewer.token == nil else { return page(body) }
        // A request with name and password in the form gets a session cookie with the page.
        var resource = page(body)
        resource.headers = signedIn(viewer.member, "").headers.filter { $0.name == "Set-Cookie" }
        return resource
    }

    private func rejectedSubmission() -> SampleResource {
        guard let fnid = query["fnid"], let form = handler.state.form(fnid), let rejected = form else { return expired }
        return page(renderer.formPage(rejected.message + "<br><br>" + forms.submit(fnid, fields: rejected.fields)))
    }

    // MARK: Responses

    func controls(of viewer: CommunityViewer) -> CommunityControls {
        CommunityControls(viewer: viewer, now: handler.memberNow())
    }

    var expired: SampleResource { page("Unknown or expired link.") }

    func loginPage(_ sentence: String) -> SampleResource {
        page("\(sentence)<br><br>" + CommunityForms.login(goto: "news", action: "/login"))
    }

    func page(_ html: String) -> SampleResource {
        var resource = SampleResource(html, contentType: "text/html; charset=utf-8", cacheControl: "private; max-age=0")
        resource.hasEntityTag = false
        return resource
    }

    func redirect(to goto: String, cookie: String? = nil) -> SampleResource {
        var resource = SampleResource("", contentType: "text/html; charset=utf-8", status: 302)
        resource.hasEntityTag = false
        resource.headers = [("Location", goto)] + (cookie.map { [("Set-Cookie", $0)] } ?? [])
        return resource
    }
}
