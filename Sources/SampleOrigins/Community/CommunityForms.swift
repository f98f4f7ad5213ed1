/// The forms of the website.
struct CommunityForms: Sendable {
    var viewer: CommunityViewer?
    /// True for the forms of the years before 2021.
    var isOld = false

    private func escaped(_ text: String) -> String { CommunityTextFormatter.escaped(text) }

    private func hidden(_ name: String, _ value: String) -> String {
        isOld
            ? "<input type=hidden name=\"\(name)\" value=\"\(escaped(value))\">"
            : "<input type=\"hidden\" name=\"\(name)\" value=\"\(escaped(value))\">"
    }

    private func textarea(_ text: String) -> String {
        "<textarea name=\"text\" rows=\"8\" cols=\"80\" wrap=\"virtual\">\(escaped(text))</textarea>"
    }

    // MARK: Signing in

    /// Returns the forms to sign in and to create an account, without a page around them.
    /// - Parameter action: `login`, or `/login` on pages at other paths.
    static func login(goto: String, action: String = "login") -> String {
        let goto = CommunityTextFormatter.escaped(goto)
        func form(_ title: String, _ extra: String, _ button: String) -> String {
            """
            <b>\(title)</b><br><br>
            <form action="\(action)" method="post"><input type="hidden" name="goto" value="\(goto)">\(extra)<table border="0">
            <tr><td>username:</td><td><input type="text" name="acct" size="20" autocorrect="off" spellcheck="false" autocapitalize="off" autofocus="t"></td></tr>
            <tr><td>password:</td><td><input type="password" name="pw" size="20"></td></tr></table><br>
            <input type="submit" value="\(button)"></form>
            """
        }
        return form("Login", "", "login") + "<a href=\"forgot\">Forgot your password?</a><br><br>\n"
            + form("Create Account", "<input type=\"hidden\" name=\"creating\" value=\"t\">", "create account")
    }

    /// Returns the sign-in form of 2013.
    static func oldLogin(_ fnid: String) -> String {
        """
        <b>Login</b><br><br><form method=post action="/y"><input type=hidden name="fnid" value="\(fnid)"><table border=0>
        <tr><td>username:</td><td><input type=text name="u" size=20></td></tr>
        <tr><td>password:</td><td><input type=password name="p" size=20></td></tr></table><br><input type=submit value="login"></form>
        """
    }

    func captcha(_ fields: [(name: String, value: String)]) -> String {
        "Validation required. If this doesn't work, you can email hn@slipway.example for help.<br><br>"
            + "<form action=\"login\" method=\"post\">"
            + fields.filter { $0.name != "g-recaptcha-response" }.map { hidden($0.name, $0.value) }.joined()
            + "<div class=\"g-recaptcha\" data-sitekey=\"6LfSampleSampleSampleSample\"></div><br>"
            + "<input type=\"submit\" value=\"login\"></form>"
    }

    // MARK: Writing

    func comment(under parent: Int, goto: String, button: String, text: String = "") -> String {
        let opening = isOld ? "<form method=post action=\"comment\">" : "<form action=\"comment\" method=\"post\">"
        return opening + hidden("parent", "\(parent)") + hidden("goto", goto)
            + hidden("hmac", viewer?.key(for: "comment/\(parent)") ?? "") + textarea(text)
            + "<br><br><input type=\"submit\" value=\"\(button)\"></form>"
    }

    func edit(_ item: CommunityItem) -> String {
        let title =
            item.isStory ? "<input type=\"text\" name=\"title\" value=\"\(escaped(item.title))\" size=\"60\"><br>" : ""
        return "<form action=\"/xedit\" method=\"post\">" + hidden("id", "\(item.id)")
            + hidden("hmac", viewer?.key(for: "edit/\(item.id)") ?? "") + title + textarea(item.typedText)
            + "<br><br><input type=\"submit\" value=\"update\"></form>"
    }

    func delete(_ item: CommunityItem, goto: String) -> String {
        "<form action=\"/xdelete\" method=\"post\">" + hidden("id", "\(item.id)") + hidden("goto", goto)
            + hidden("hmac", viewer?.key(for: "delete/\(item.id)") ?? "") + "Do you want this to be deleted?<br><br>"
            + "<input type=\"submit\" name=\"d\" value=\"Yes\"> <input type=\"submit\" name=\"d\" value=\"No\"></form>"
    }

    func submit(_ fnid: String, fields: [String: String] = [:]) -> String {
        let value = { (name: String) in escaped(fields[name] ?? "") }
        return """
            <form action="/r" method="post">\(hidden("fnid", fnid))\(hidden("fnop", "submit-page"))<table border="0">
            <tr><td>title</td><td><input type="text" name="title" value="\(value("title"))" size="50" maxlength="80"></td></tr>
            <tr><td>url</td><td><input type="url" name="url" value="\(value("url"))" size="50"></td></tr>
            <tr><td>text</td><td>\(textarea(fields["text"] ?? ""))</td></tr>
            <tr><td></td><td><input type="submit" value="submit"></td></tr></table></form>
            """
    }

    // MARK: The own profile

    func profile(_ rows: String) -> String {
        guard let viewer else { return "" }
        let value = { (name: String) in escaped(viewer.record.profile[name] ?? "") }
        func field(_ label: String, _ name: String) -> String {
            "<tr><td valign=\"top\">\(label):</td><td><input type=\"text\" name=\"\(name)\" value=\"\(value(name))\"></td></tr>"
        }
        func choice(_ label: String, _ name: String) -> String {
            let options = ["yes", "no"].map { option in
                "<option\(viewer.record.profile[name] == option ? " selected=\"t\"" : "")>\(option)</option>"
            }
            return
                "<tr><td valign=\"top\">\(label):</td><td><select name=\"\(name)\">\(options.joined())</select></td></tr>"
        }
        return "<form class=\"profileform\" action=\"/xuser\" method=\"post\">" + hidden("id", viewer.name)
            + hidden("hmac", viewer.key(for: "user")) + "<table border=\"0\">" + rows
            + "<tr><td valign=\"top\">about:</td><td><textarea cols=\"60\" rows=\"5\" wrap=\"virtual\" name=\"about\">\(value("about"))</textarea></td></tr>"
            + field("email", "email") + choice("showdead", "showd") + choice("noprocrast", "nopro")
            + field("maxvisit", "maxv") + field("minaway", "mina") + field("delay", "delay") + field("topcolor", "topc")
            + "</table><br><input type=\"submit\" value=\"update\"></form>"
    }
}
