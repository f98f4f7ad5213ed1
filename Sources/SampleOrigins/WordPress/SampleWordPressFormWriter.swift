/// A writer of the comment form in the markup of WordPress, its themes and Akismet (`comment-template.php`,
/// `class.akismet.php`).
struct SampleWordPressFormWriter {
    let snapshot: SampleWordPressSnapshot
    let post: SampleWordPressPost

    private var commenting: SampleWordPressCommenting { snapshot.behaviour.commenting }

    /// The HTML of the form; empty if the page has none.
    var html: String {
        switch commenting.form {
        case .classic: return around(form(inner: text + guest + buttons + akismet))
        case .block:
            let inner = form(inner: text + guest + buttons + akismet)
            return "<div class=\"wp-block-post-comments-form\">\(around(inner))</div>\n"
        case .otherID: return around(form(id: "theme-commentform", inner: akismet + buttons + guest + text))
        case .relativeAction:
            return around(form(action: "/wp-comments-post.php", inner: text + guest + buttons + akismet))
        case .byAttribute: return around(form(inner: buttons + akismet) + Self.attributed(text + guest))
        case .endedEarly:
            return around("<div>\(form(inner: "</div>" + text + guest + buttons + akismet))")
        case .renamedBox: return around(form(inner: renamedText + guest + buttons + akismet))
        case .linkedPage where snapshot.fields["respond"] == nil:
            return "<p><a href=\"\(XMLEscaping.escaped(linkedAddress))#respond\">Say something</a></p>\n"
        case .replyPage where snapshot.fields["replytocom"] == nil: return ""
        case .commentPage where !snapshot.isCommentPage: return ""
        case .notOnPhones where snapshot.fields["noamp"] == nil: return ""
        case .nowhere: return ""
        case .linkedPage, .replyPage, .commentPage, .notOnPhones:
            return around(form(inner: text + guest + buttons + akismet))
        }
    }

    private var linkedAddress: String {
        let link = snapshot.link(post)
        return link + (link.contains("?") ? "&" : "?") + "respond=1"
    }

    // MARK: The form and its parts

    private func around(_ form: String) -> String {
        "<div id=\"respond\" class=\"comment-respond\"><h3 id=\"reply-title\" class=\"comment-reply-title\">"
            + "Say something</h3>\n\(form)</div>\n\n"
    }

    private func form(id: String = "commentform", action: String? = nil, inner: String) -> String {
        let action = action ?? "\(snapshot.site)/wp-comments-post.php"
        return "<form action=\"\(action)\" method=\"post\" id=\"\(id)\" class=\"comment-form\">\n\(inner)</form>\n"
    }

    private static func attributed(_ controls: String) -> String {
        controls.replacing("<input ", with: "<input form=\"commentform\" ")
            .replacing("<textarea ", with: "<textarea form=\"commentform\" ")
    }

    private var text: String {
        "<p><textarea id=\"comment\" name=\"comment\" cols=\"45\" rows=\"8\" maxlength=\"65525\" required></textarea></p>\n"
    }

    /// The text box with a secret name beside a trap, as by Antispam Bee.
    private var renamedText: String {
        """
        <p><textarea autocomplete="new-password" id="\(boxName)" name="\(boxName)" cols="45" rows="8"></textarea>\
        <textarea id="comment" aria-label="hp-comment" aria-hidden="true" name="comment" autocomplete="new-password" \
        style="padding:0 !important;clip:rect(1px, 1px, 1px, 1px) !important;position:absolute !important;" \
        tabindex="-1"></textarea></p>

        """
    }

    var boxName: String { "c" + String(nonce.prefix(8)) }

    private var guest: String {
        let box = """
            <p class="comment-form-cookies-consent"><input id="wp-comment-cookies-consent" \
            name="wp-comment-cookies-consent" type="checkbox" value="yes" /> Remember me</p>

            """
        return """
            <p><input id="author" name="author" type="text" maxlength="245" required />
            <input id="email" name="email" type="email" maxlength="100" required />
            <input id="url" name="url" type="url" maxlength="200" /></p>
            \(commenting.hasCookieBox ? box : "")
            """
    }

    private func named(_ name: String) -> String { commenting.fieldNames[name] ?? name }

    private var buttons: String {
        let parent = snapshot.fields["replytocom"] ?? "0"
        let secrets = commenting.secretFields.sorted { $0.key < $1.key }
            .map { "<input type=\"hidden\" name=\"\($0.key)\" value=\"\(XMLEscaping.escaped($0.value))\" />" }.joined()
        return """
            <p><input name="submit" type="submit" id="submit" value="Post Comment" />
            <input type='hidden' name='comment_post_ID' value='\(post.id)' id='comment_post_ID' />
            <input type='hidden' name='comment_parent' id='comment_parent' value='\(XMLEscaping.escaped(parent))' />\(secrets)</p>

            """
    }

    private var akismet: String {
        guard commenting.hasAkismet else { return "" }
        let nonceField =
            commenting.hasNonce
            ? "<p style=\"display: none;\"><input type=\"hidden\" id=\"akismet_comment_nonce\" "
                + "name=\"\(named("akismet_comment_nonce"))\" value=\"\(nonce)\" /></p>"
            : ""
        return nonceField + """
            <p style="display: none !important;" class="akismet-fields-container" data-prefix="ak_">\
            <label>&#916;<textarea name="ak_hp_textarea" cols="45" rows="8" maxlength="100"></textarea></label>\
            <input type="hidden" id="ak_js_1" name="\(named("ak_js"))" value="\(post.id % 250)"/></p>

            """
    }

    /// The nonce, which differs for each round (`SampleWordPressCommenting.nonceRound`).
    var nonce: String {
        let digits = String(SeededRandom.seed(of: "nonce \(post.id) \(commenting.nonceRound)"), radix: 16)
        return String((digits + "0123456789").prefix(10))
    }
}
