/// The responses of a site that is not open to everybody.
struct SampleWordPressBarrier {
    let snapshot: SampleWordPressSnapshot

    /// Returns the response that hides a page; nil if everybody may see the page.
    func resource(_ path: String, _ fields: [String: String]) -> SampleResource? {
        let isAPI = path.hasPrefix("/wp-json") || fields["rest_route"] != nil
        switch snapshot.behaviour.visibility {
        case .everybody: return nil
        case .membersOnly where path == "/wp-login.php": return page(signIn)
        case .membersOnly where isAPI: return refusal
        case .membersOnly:
            var redirect = SampleResource("", contentType: "text/html; charset=UTF-8", status: 302)
            redirect.headers = [("Location", "\(snapshot.site)/wp-login.php?redirect_to=\(path)")]
            return redirect
        case .privatePage: return page(privateSite)
        case .forbidden: return page(privateSite, status: 403)
        case .comingSoon: return page(comingSoon)
        }
    }

    private func page(_ text: String, status: Int = 200) -> SampleResource {
        SampleResource(text, contentType: "text/html; charset=UTF-8", status: status)
    }

    private var refusal: SampleResource {
        SampleResource(
            #"{"code":"rest_login_required","message":"Only members may use the interface.","data":{"status":401}}"#,
            contentType: "application/json; charset=UTF-8", status: 401)
    }

    private var name: String { XMLEscaping.escaped(snapshot.publication.name) }

    private func document(title: String, head: String = "", _ body: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en-GB"><head><meta charset="UTF-8" /><title>\(title)</title>\(head)</head>
        \(body)
        </html>

        """
    }

    private var signIn: String {
        document(
            title: "Log In ‹ \(name)",
            """
            <body class="login wp-core-ui"><div id="login"><h1><a href="https://wordpress.org/">\(name)</a></h1>
            <form name="loginform" id="loginform" action="\(snapshot.site)/wp-login.php" method="post">
            <p><label for="user_login">Username or Email Address</label><input type="text" name="log" id="user_login" /></p>
            <p><label for="user_pass">Password</label><input type="password" name="pwd" id="user_pass" /></p></form></div></body>
            """)
    }

    private var privateSite: String {
        document(
            title: name,
            """
            <body class="login wp-core-ui"><div id="login"><h1>\(name)</h1><div class="message">
            <p>Only those whom its editors asked may read here. <a class="button-primary" \
            href="\(snapshot.site)/wp-login.php?redirect_to=/">Come in</a></p></div></div></body>
            """)
    }

    private var comingSoon: String {
        document(
            title: name,
            head: "<link rel=\"alternate\" type=\"application/rss+xml\" href=\"\(snapshot.site)/feed/\" />",
            "<body><main><h1>Coming soon</h1><p>We are moving in.</p></main></body>")
    }
}
