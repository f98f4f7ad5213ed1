import Foundation
import Library
import News
import TestSupport
import Testing

@testable import Web

/// The form of one's own profile.
@Suite struct MemberProfileTests {
    private static let fields = [
        MemberProfile.Field(name: "about", label: "about:", value: "I <3 ships\nand \"quays\"", kind: .text),
        MemberProfile.Field(name: "email", label: "email:", value: "ada@harbour.example", kind: .line),
        MemberProfile.Field(name: "showd", label: "showdead:", value: "no", kind: .choice(["yes", "no"])),
        MemberProfile.Field(name: "maxv", label: "maxvisit:", value: "20", kind: .number),
        MemberProfile.Field(name: "odd", label: "their <word>:", value: "", kind: .line),
    ]

    private static func open(_ body: @escaping @Sendable (CommunityFixture, String) async throws -> Void) async throws {
        try await CommunityFixture.open(FakeCommunity.memberRules) { fixture in
            fixture.site.change { $0.fields = fields }
            try await fixture.signIn()
            try await body(fixture, "/loom/account/\(try await fixture.source())")
        }
    }

    /// What a browser sends if the form is left as it is, with line breaks as browsers send them.
    private static func untouched(_ page: ShownPage) throws -> [String: String] {
        let form = try #require(page.form("save-member-profile"))
        let values = fields.map { ("set-\($0.name)", $0.value.replacing("\n", with: "\r\n")) }
        return form.fields.merging(values) { $1 }
    }

    @Test(.mission("HN-38")) func `the form has the site's fields in our words, as they are now`() async throws {
        try await Self.open { fixture, account in
            let page = try await fixture.page("\(account)/profile")
            let labels = page.texts("label > span")
            #expect(labels.contains("About you") && labels.contains("Show dead comments"))
            #expect(labels.contains("their <word>:"), "what we do not know has the site's words")
            #expect(page.texts("option") == ["yes", "no"])
            #expect(page.text.contains("Everybody can read the text about you."))
            let shown = try #require(page.form("save-member-profile")).fields
            for field in Self.fields {
                #expect(shown["set-\(field.name)"] == field.value, "\(field.name)")
                #expect(shown["was-\(field.name)"] == field.value, "\(field.name)")
            }
        }
    }

    @Test(.mission("HN-38")) func `only what was changed is sent, and nothing if nothing was`() async throws {
        try await Self.open { fixture, account in
            let form = try Self.untouched(try await fixture.page("\(account)/profile"))
            #expect(try await fixture.post("save-member-profile", form) == account)
            #expect(fixture.site.seen.sent.isEmpty)
            #expect(try await fixture.page(account).texts("[role=status] > span").contains("Nothing was changed"))
            let changes = ["set-about": "I mend ships\r\nand quays", "set-maxv": "30"]
            #expect(try await fixture.post("save-member-profile", form.merging(changes) { $1 }) == account)
            #expect(
                fixture.site.seen.sent == [.updateProfile(["about": "I mend ships\nand quays", "maxv": "30"])])
            #expect(try await fixture.page(account).texts("[role=status] > span").contains("Profile saved"))
            #expect(fixture.site.seen.cookies == ["user=ada&token"])
            _ = try await fixture.post("save-member-profile", form.merging(changes) { $1 })
            #expect(fixture.site.seen.sent.count == 1, "a form that comes twice is sent once")
        }
    }

    @Test(.mission("HN-38")) func `a refusal is told, and a lost session asks for the sign-in`() async throws {
        try await Self.open { fixture, account in
            let form = try Self.untouched(try await fixture.page("\(account)/profile"))
            fixture.site.change { $0.outcome = .refused(RemoteRefusal(.notOffered)) }
            let go = try await fixture.post("save-member-profile", form.merging(["set-about": "Else"]) { $1 })
            #expect(go.hasPrefix("/loom/outbox/"))
            fixture.site.change { $0.failure = .refused(status: 503) }
            #expect(!(try await fixture.page("\(account)/profile").alerts.isEmpty))
            fixture.site.change { $0.failure = .signInNeeded }
            let lost = try await fixture.page("\(account)/profile")
            #expect(lost.text.contains("please sign in.") && lost.fields["set-about"] == nil)
        }
    }

    @Test func `a site without a form says that its own page has it`() async throws {
        try await Self.open { fixture, account in
            fixture.site.change { $0.fields = [] }
            let page = try await fixture.page("\(account)/profile")
            #expect(page.text.contains("showed no form for the profile") && page.form("save-member-profile") == nil)
        }
    }
}
