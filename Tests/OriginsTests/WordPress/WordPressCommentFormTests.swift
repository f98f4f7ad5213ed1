import Foundation
import Markup
import News
import Testing
import URLs

@testable import Origins

/// Tests of the fields that a browser would send from a page's form.
@Suite struct WordPressCommentFormTests {
    private func page(_ html: String) throws -> WordPressFormPage {
        WordPressFormPage(html, at: try #require(WebAddress("https://paper.example/2026/story/")))
    }

    private func form(_ controls: String, action: String = "/wp-comments-post.php", postID: Int? = nil) throws
        -> WordPressCommentForm?
    {
        let html = "<form method=POST action=\"\(action)\">\(controls)</form>"
        return WordPressCommentForm(on: try page(html), postID: postID)
    }

    /// Returns the fields as `name=value`, joined by `&`.
    private func filled(_ form: WordPressCommentForm?, parent: String? = nil, allowsCookies: Bool = false) throws
        -> String
    {
        var author = GuestAuthor.example
        author.allowsCookies = allowsCookies
        let target = RemoteItem(storyKey: "https://paper.example/?p=7", commentKey: parent)
        let comment = NewComment(target: target, text: "Words", author: author)
        let fields = try #require(form).filled(with: comment, postID: 7, milliseconds: 5)
        return fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }

    private static let box = "<textarea name=comment></textarea>"
    private static let numbers =
        "<input type=hidden name=comment_post_ID value=7><input type=hidden name=comment_parent value=0>"

    @Test func `controls are sent as a browser sends them`() throws {
        let controls = """
            \(Self.box)<input name=author value=old><input name=email type=email><input type=hidden name=one value=1>
            <input type=hidden name=one value=2><input type=hidden name=off value=1 disabled><input type=hidden value=nameless>
            <select name=topic><option value=a>A<option value=b selected>B</select><input type=checkbox name=news value=1>
            <input type=checkbox name=kept checked><input type=radio name=r value=1><input type=radio name=r value=2 checked>
            <noscript><input type=hidden name=nojs value=1></noscript><input type=file name=f><input type=reset name=x>
            <input type=submit name=preview value=Preview><button name=submit value=Go>Go</button>\(Self.numbers)
            """
        #expect(
            try filled(try form(controls)) == "comment=Words&author=Ada Quill&email=ada@example.org&one=1&one=2&topic=b"
                + "&kept=on&r=2&submit=Go&comment_post_ID=7&comment_parent=0")
    }

    @Test func `missing numbers are added, and an answer names its parent`() throws {
        #expect(try filled(try form(Self.box)) == "comment=Words&comment_post_ID=7&comment_parent=0")
        #expect(
            try filled(try form(Self.box + Self.numbers), parent: "12")
                == "comment=Words&comment_post_ID=7&comment_parent=12")
    }

    @Test(arguments: [
        "<p style='display:none'>#</p>", "<div class=\"x honeypot-2\">#</div>", "<p hidden>#</p>",
        "<p aria-hidden=true>#</p>",
        "<p style=\"position:absolute; left: -9999px\">#</p>", "<p class=akismet-fields-container>#</p>",
    ]) func `a box that nobody sees stays empty`(_ around: String) throws {
        let trap = around.replacing("#", with: "<textarea name=trap>old</textarea>")
        #expect(
            try filled(try form(trap + Self.box + Self.numbers))
                == "trap=&comment=Words&comment_post_ID=7&comment_parent=0")
    }

    @Test func `a form that its script opens is filled in all the same`() throws {
        let html = "<div style=\"display: none\">\(Self.box)<input name=author>\(Self.numbers)</div>"
        #expect(
            try filled(try form(html)) == "comment=Words&author=Ada Quill&comment_post_ID=7&comment_parent=0")
    }

    @Test func `of several forms that of the post is taken`() throws {
        let one =
            "<form method=post action=/wp-comments-post.php>\(Self.box)<input type=hidden name=comment_post_ID value="
        let html =
            "\(one)6></form><form action=/search><input name=s></form>\(one)7><input type=hidden name=own></form>"
        let form = WordPressCommentForm(on: try page(html), postID: 7)
        #expect(try filled(form) == "comment=Words&comment_post_ID=7&own=&comment_parent=0")
    }

    @Test func `another action is one, if it is the site's and has the post's number`() throws {
        #expect(
            try form(Self.box + Self.numbers, action: "/send-4f2.php")?.action.text
                == "https://paper.example/send-4f2.php")
        #expect(try form(Self.box, action: "/send-4f2.php") == nil)
        #expect(try form(Self.box + Self.numbers, action: "https://evil.example/x") == nil)
        #expect(try form(Self.numbers) == nil)
        #expect(try form(Self.box, action: "//paper.example/wp-comments-post.php#x") != nil)
        let base =
            "<base href=\"https://paper.example/blog/\"><form method=post action=wp-comments-post.php>\(Self.box)</form>"
        let found = WordPressCommentForm(on: try page(base), postID: nil)
        #expect(found?.action.text == "https://paper.example/blog/wp-comments-post.php")
    }

    @Test func `pages made to be slow are looked at in bounded time`() throws {
        let forms = String(
            repeating: "<form method=post action=/wp-comments-post.php>\(Self.box)</form>", count: 20_000)
        #expect(WordPressCommentForm(on: try page(forms), postID: 9) != nil)
        let deep = String(repeating: "<div style='a:b'>", count: 100) + String(repeating: Self.box, count: 50_000)
        #expect(try form(deep) != nil)
    }
}
