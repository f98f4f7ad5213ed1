import Foundation
import Markup
import News
import Testing
import URLs

@testable import Origins

/// Tests of forms and links on pages with unusual markup.
@Suite struct HackerNewsFormTests {
    private func page(_ body: String) throws -> HackerNewsMemberPage {
        HackerNewsMemberPage(
            body, address: try #require(WebAddress("https://news.ycombinator.com/")),
            selectors: try HackerNewsScraperTests.selectors(HackerNewsScraperTests.shipped()))
    }

    @Test func `every field of a form goes back, as a browser would send it`() throws {
        let page = try page(
            """
            <FORM class="profileform" action="/xuser" method=post><input type=hidden name="id" value="a&quot;b">
            <table><tr><td>about:</td><td><TextArea cols=60 title="a > b" name=about>
            One &lt;b&gt; &amp; "two"

              three</textarea></td></tr>
            <tr><td>showdead:</td><td><select name="showd"><option>yes<option selected="t">no</select></td></tr>
            <tr><td>colour</td><td><select name=colour><option value="1">Red</option><option value='2'>Blue</option></select></td></tr>
            <tr><td></td><td><input type=checkbox name=a checked value=1><input type=checkbox name=b value=2></td></tr>
            </table><input type=submit name=d value=update><input value=nameless></form>
            """)
        let form = try #require(page.form("form.profile"))
        #expect(form.action == "/xuser")
        #expect(form.controls.map(\.name) == ["id", "about", "showd", "colour", "a"])
        #expect(
            form.controls.map(\.value) == ["a\"b", "One <b> & \"two\"\n\n  three", "no", "1", "1"])
        #expect(form.controls.map(\.options) == [[], [], ["yes", "no"], ["1", "2"], []])
        #expect(form.controls.map(\.label) == ["", "about", "showdead", "colour", ""])
        #expect(form.buttons.map(\.value) == ["update"])
        let fields = form.fields(["about": "Three & four"])
        let encoded = String(decoding: URLEncodedForm.body(fields), as: UTF8.self)
        #expect(encoded == "id=a%22b&about=Three+%26+four&showd=no&colour=1&a=1")
    }

    @Test(arguments: [
        ("", "", "https://news.ycombinator.com/comment"),
        ("<base href=/x/>", "", "https://news.ycombinator.com/x/comment"),
        ("<base href=//evil.example/>", "", nil), ("", "formaction=https://evil.example/comment", nil),
        ("", "formaction=http://evil.example/comment", nil),
        ("", "formaction=//news.ycombinator.com:8443/comment", nil),
        ("", "formaction=http://news.ycombinator.com/r", "https://news.ycombinator.com/r"),
    ])
    func `what a member types goes to the page's origin or nowhere`(head: String, button: String, target: String?)
        throws
    {
        let page = try page(
            "\(head)<form method=post action=comment><textarea name=text></textarea><input type=submit \(button)></form>"
        )
        let form = try #require(page.form("form.comment"))
        var found: String?
        if case .own(let address) = page.target(of: form) { found = address.text }
        #expect(found == target)
    }

    @Test func `a form on a page that was cut off is none`() throws {
        let form = "<form action=comment><input type=hidden name=parent value=1><textarea name=text></textarea></form>"
        #expect(try page(form).form("form.comment") != nil)
        #expect(try page("<table id=hnmain><tr><td>\(form)</table></body></html>").form("form.comment") != nil)
        #expect(try page("<table id=hnmain><tr><td>\(form)").form("form.comment") == nil)
        #expect(
            try page("<form action=comment><textarea name=text>never").form("form.comment")?.controls.isEmpty == true)
    }

    @Test func `words of stories and comments are not taken for the site's`() throws {
        let quoted = try page(
            """
            <table id=hnmain><tr><td><table class=fatitem><tr class=athing id=1><td>You have to be logged in</td></tr>
            <tr><td class=subtext>Bad login.</td></tr><tr><td><div class=toptext>Unknown or expired link.</div></td></tr>
            </table></td></tr></table></html>
            """)
        #expect(quoted.notice == nil)
        let above = try page(
            "<b>Login</b>Bad login.<form action=login><table><tr><td>Please try again.</td></tr></table></form>")
        #expect(above.notice?.kind == .badLogin)
        #expect(above.notice?.words == "Bad login.")
        #expect(try page("Please stop. Sorry. No.").notice?.kind == nil)
        #expect(try page("Sorry.").notice?.kind == .blocked)
        #expect(try page("<b>Get back to work!</b>").notice?.kind == .work)
        #expect(try page("You’re posting too fast. Please slow down. Thanks.").notice?.kind == .tooQuick)
    }

    @Test func `links that lead elsewhere, or are about another item, are not offered`() throws {
        let page = try page(
            """
            <a id=up_1 href="https://elsewhere.example/vote?id=1&how=up">up</a>
            <a id=up_2 href="vote?id=3&how=up&auth=a">up</a>
            <a id=up_4 href="vote?id=4&how=up&auth=a#4">up</a>
            <a id=up_5 href="vote?for=5&dir=up&by=a&auth=b">up</a>
            <a href="//elsewhere.example/fave?id=6">favorite</a><a href="fave?id=7&auth=a&un=t">un-favorite</a>
            <a href="hide?id=99999999999999999999">hide</a>
            """)
        let site = try #require(WebAddress("https://news.ycombinator.com/"))
        let found = HackerNewsControls.all(
            in: page.root, selectors: page.selectors, endpoints: HackerNewsEndpoints(site: site))
        let offered = found.filter { !$0.value.item(isOwn: false).availableActions.isEmpty }
        #expect(Set(offered.keys) == [4, 5, 7])
        #expect(found[4]?.link(.voteUp)?.address.text == "https://news.ycombinator.com/vote?id=4&how=up&auth=a")
        #expect(found[7]?.isOn(.favourite) == true)
    }
}
