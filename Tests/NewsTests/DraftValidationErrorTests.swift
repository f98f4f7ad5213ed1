import Markup
import News
import Testing
import URLs

@Suite struct PostingFaultTests {
    private static let rules = PostingRules(
        actions: [.comment, .submit, .edit], needsMembership: false, markup: .wordPress,
        limits: [.title: 5, .text: 8, .name: 3, .url: 30], lengthUnit: .bytes)
    private static let item = RemoteItem(storyKey: "1")

    private static func comment(_ text: String, name: String = "Ann", email: String = "a@b.example") -> RemoteAction {
        .comment(NewComment(target: item, text: text, author: GuestAuthor(name: name, email: email)))
    }

    private static func story(_ title: String, url: String = "", text: String = "") -> RemoteAction {
        .submit(NewSubmission(title: title, url: url, text: text))
    }

    static let cases: [(RemoteAction, DraftValidationError?)] = [
        (comment("Yes"), nil), (comment(" \n"), .nothingWritten), (comment("Yes", name: " "), .authorMissing),
        (comment("Yes", email: ""), .authorMissing), (comment("Yes", email: "a@b"), .emailInvalid),
        (comment("Yes", email: "a b@c.example"), .emailInvalid),
        // What surrounds a text is not sent.
        (comment("  12345678 \r\n"), nil), (comment("1234567é"), .tooLong(.text, limit: 8, count: 9, .bytes)),
        (comment("Yes", name: "Anna"), .tooLong(.name, limit: 3, count: 4, .bytes)),
        (.edit(item, text: ""), .nothingWritten), (.edit(item, text: "Better"), nil),
        (story("", url: "https://a.example/"), .titleMissing), (story("One"), .neitherLinkNorText),
        (story("One", url: "nowhere at all"), .linkInvalid), (story("One", url: "https://a.example/"), nil),
        (story("One", text: "Text"), nil), (story("Longer", text: "T"), .tooLong(.title, limit: 5, count: 6, .bytes)),
        (
            story("One", url: "https://a.example/" + String(repeating: "b", count: 20)),
            .tooLong(.url, limit: 30, count: 38, .bytes)
        ),
        (.vote(item, .up), nil), (.delete(item), nil),
    ]

    @Test(arguments: cases) func `an action's first fault is found before it is sent`(
        action: RemoteAction, fault: DraftValidationError?
    ) {
        #expect(Self.rules.fault(in: action) == fault)
    }
}
