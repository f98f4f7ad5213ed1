import Foundation
import Library
import News

struct SetMarkForm: FormValue {
    let kind: MarkKind
    let story: RepeatedField
    let value: String?
    /// The page of a pack, in place of a story.
    let favourite: PackFavouriteForm?

    static let faults = ["kind": "No such mark."]
}

/// The stories to be marked as read: those named, or those of a list above a story, before a date, or all.
struct MarkReadForm: FormValue {
    let story: RepeatedField
    @CodedIfPresent var list: StoryList?
    let above: StoryID?
    /// The age from which stories are marked; nil for any age.
    let older: String?
    /// The newest story that the reader has seen.
    let through: StoryID?
}

/// The form of an action on one story.
struct StoryForm: FormValue {
    let story: StoryID
    /// True if script sends the form when the story is opened.
    let opened: Bool

    static let faults = ["story": "No story was named."]
}

struct UndoForm: FormValue {
    let ticket: Int64

    static let faults = ["ticket": "Nothing to undo was named."]
}

/// The actions that mark stories, and undo that.
struct MarkActions {
    let scope: RequestScope

    private var marks: MarkService { scope.library.marks }

    func set(_ form: SetMarkForm) async throws(LibraryError) -> ActionOutcome {
        if form.kind == .saved, form.story.values.isEmpty, let favourite = form.favourite {
            return try await PackFavouriteAction(scope: scope).perform(favourite)
        }
        let stories = form.story.stories
        guard !stories.isEmpty else { throw .invalid(why: "No story was named.") }
        let value = form.value != "0"
        let token = try await marks.mark(stories, as: form.kind, value, for: scope.reader)
        let isMany = form.kind == .read && value && token.count != 1
        return .undoable(
            token,
            isMany ? "\(Strings.countText(token)) marked read" : Strings.marked(form.kind, value, in: scope.edition))
    }

    /// Marks the story opened. Script shows the story beside its list, without a navigation.
    func markOpened(_ form: StoryForm) async throws(LibraryError) -> ActionOutcome {
        try await marks.markOpened(form.story, for: scope.reader)
        return .done("Opened")
    }

    func markRead(_ form: MarkReadForm) async throws(LibraryError) -> ActionOutcome {
        let stories = form.story.stories
        if !stories.isEmpty {
            let token = try await marks.mark(stories, as: .read, true, for: scope.reader)
            return .undoable(token, "\(Strings.stories(token)) marked read")
        }
        guard let list = form.list else { throw .invalid(why: "No such list.") }
        let token: UndoToken
        if let story = form.above {
            token = try await marks.markRead(above: story, in: list, for: scope.reader)
        } else if let date = try oldestDate(form.older) {
            token = try await marks.markRead(before: date, in: list, for: scope.reader)
            if token.count == 0 { return .done(Strings.nothingOlder, count: 0) }
        } else {
            guard let through = form.through else { throw .invalid(why: "It was not said up to which story.") }
            token = try await marks.markAllRead(list, through: through, for: scope.reader)
        }
        return .undoable(token, "\(Strings.stories(token)) marked read")
    }

    func undo(_ form: UndoForm) async throws(LibraryError) -> ActionOutcome {
        .done("Undone", count: try await marks.undo(form.ticket, for: scope.reader))
    }

    /// Returns the date before which a story has the age; nil for any age.
    private func oldestDate(_ age: String?) throws(LibraryError) -> Date? {
        switch age {
        case nil: return nil
        case "day": return scope.now.addingTimeInterval(-86_400)
        case "week": return scope.now.addingTimeInterval(-7 * 86_400)
        default: throw .invalid(why: "No such age.")
        }
    }
}
