import Library
import News
import Testing
import Untrusted

@testable import Web

/// Forms become values, once, and each fault has its sentence.
@Suite struct FormDecoderTests {
    @Test func `fields are read by their types`() throws {
        let form = try SetMarkForm(QueryParameters("kind=saved&story=3&story=x&story=4&value=0"))
        #expect(form.kind == .saved && form.story.stories.map(\.rawValue) == [3, 4] && form.value == "0")
        #expect(form.favourite == nil)
        let favourite = try SetMarkForm(QueryParameters("kind=saved&slug=tarns&at=soon")).favourite
        #expect(favourite?.slug == "tarns" && favourite?.at == nil)
        let part = try ReadingProgressForm(QueryParameters("story=1&part=2&done=1"))
        #expect(part.part == .recording(2) && part.done)
        #expect(try StoryForm(QueryParameters("story=1")).opened == false)
        let preferences = try PreferencesForm(QueryParameters("textSize=99&face=none&theme=night&unread=0"))
        #expect(preferences.textSize?.int(clampedTo: 1...5) == 5 && preferences.face == nil)
        #expect(preferences.theme == .night && preferences.unread == false && preferences.order == nil)
    }

    @Test(arguments: [
        ("", "No story was named."), ("story=", "No story was named."), ("story=-1", "No story was named."),
        ("story=1", "No story was named."), ("story=1&part=100", "No story was named."),
    ])
    func `a field that is missing or malformed has a sentence`(form: String, sentence: String) {
        #expect(throws: LibraryError.invalid(why: sentence)) { try ReadingProgressForm(QueryParameters(form)) }
    }

    @Test func `each action is stated once`() {
        #expect(Endpoints.actions.map(\.name.rawValue).sorted() == ActionName.allCases.map(\.rawValue).sorted())
    }
}
