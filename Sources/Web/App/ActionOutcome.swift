import Library

/// The outcome of an action. A form is redirected; script gets `response` as JSON.
enum ActionOutcome: Sendable {
    /// Something was done, to so many things, with the ID of the change if it can be undone, and the next page's path
    /// if that is not the form's own page.
    case done(String? = nil, count: Int? = nil, undo: Int64? = nil, go: String? = nil)
    /// Nothing changed, for the reason in the sentence. While the action is already running, the client may retry.
    case say(String, isUnderWay: Bool = false)
    /// Another page is next.
    case go(String, words: String? = nil)
    /// The action failed, which the next page says too.
    case failed(String, go: String? = nil, isUnderWay: Bool = false)
    /// A draft was saved.
    case draftSaved(revision: Int64, words: String, go: String)
    /// Another device saved another draft in the meantime.
    case draftConflict(words: String, go: String)
    /// The sanitised HTML of a preview.
    case preview(html: String)
    /// The key that a browser subscribes to push messages with.
    case pushKey(String)
    /// A result that the next page shows; the typed name stays in its form after a failed sign-in.
    case membership(MembershipResult, words: String, typedName: String? = nil, go: String? = nil)

    /// The path of the next page; nil for the form's own page.
    var path: String? { response.go }

    /// The JSON for script.
    var response: ActionResponse {
        switch self {
        case .done(let words, let count, let undo, let path):
            ActionResponse(ticket: undo, count: count, words: words, go: path)
        case .say(let words, let isUnderWay): ActionResponse(words: words, isUnderWay: isUnderWay)
        case .go(let path, let words): ActionResponse(words: words, go: path)
        case .failed(let words, let path, let isUnderWay):
            ActionResponse(words: words, go: path, failed: true, isUnderWay: isUnderWay)
        case .draftSaved(let revision, let words, let path):
            ActionResponse(words: words, go: path, revision: revision)
        case .draftConflict(let words, let path): ActionResponse(words: words, go: path, isConflict: true)
        case .preview(let html): ActionResponse(html: html)
        case .pushKey(let key): ActionResponse(pushKey: key)
        case .membership(_, let words, _, let path): ActionResponse(words: words, go: path)
        }
    }

    /// Returns the outcome of a change of which the next page says something once.
    static func toast(_ words: String, on path: String? = nil) -> Self {
        .membership(.done(words), words: words, go: path)
    }

    /// Returns the outcome of a change to an edited pack, which the next page offers to take back; nil if nothing was changed.
    static func packChanged(_ words: String, _ change: PackChange?, on path: String) -> Self {
        guard let change else { return .toast(words, on: path) }
        return .membership(.packChanged(words, number: change.number), words: words, go: path)
    }

    /// Returns the outcome of a change that can be undone.
    static func undoable(_ token: UndoToken, _ words: String, go path: String? = nil) -> Self {
        .done(words, count: token.count, undo: token.id, go: path)
    }
}

/// The outcome of an action as script reads it.
struct ActionResponse: Encodable {
    /// The ID of the change that can be undone.
    var ticket: Int64?
    var count: Int?
    var words: String?
    /// The path of the next page; nil for the form's own page.
    var go: String?
    var failed = false
    /// True if the action is already running: the client may retry.
    var isUnderWay = false
    /// The new revision of a saved draft.
    var revision: Int64?
    /// True if another device saved another draft in the meantime.
    var isConflict = false
    /// The sanitised HTML of a preview.
    var html: String?
    /// The public key of push messages.
    var pushKey: String?
}
