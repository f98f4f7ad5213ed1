import Library
import News

extension PathPattern {
    static let story: Self = "story/:id", storyMenu: Self = "story/:id/menu", gallery: Self = "story/:id/pictures"
    static let comments: Self = "story/:id/comments", commentMenu: Self = "story/:id/comments/:comment/menu"
    static let profile: Self = "profile/:id"
}

extension PathPattern {
    /// True for the pages of one story, which another reader cannot open.
    var isOfStory: Bool { self == .story || text.hasPrefix(Self.story.text + "/") }
}

extension ReaderEndpoint {
    /// A story, its overlays and its discussion. Opening the story or its comments marks it opened (HN-10): the only
    /// change by GET.
    static let stories: [Self] = [
        .page(
            .story, PageTraits(isReadingPage: true, isStoredOffline: true),
            prepare: { scope in
                let id = StoryID(rawValue: try scope.id())
                if let path = try await scope.packPath(of: id) { return path }
                try await markOpened(id, scope)
                return nil
            },
            { scope in try await StoryPage(id: StoryID(rawValue: scope.id())).page(for: scope) }),
        .page(
            .comments, PageTraits(),
            prepare: { scope in
                try await markOpened(StoryID(rawValue: scope.id()), scope)
                return nil
            },
            { scope in try await CommentsPage(id: StoryID(rawValue: scope.id())).page(for: scope) }),
        .page(.commentMenu) { scope in
            let comment = CommentID(rawValue: try scope.id("comment"))
            return try await CommentMenuPage(story: StoryID(rawValue: scope.id()), id: comment).page(for: scope)
        },
        .page(.storyMenu) { scope in try await StoryMenuPage(id: StoryID(rawValue: scope.id())).page(for: scope) },
        .page(.gallery) { scope in try await GalleryPage(id: StoryID(rawValue: scope.id())).page(for: scope) },
        .page(.profile) { scope in try await ProfilePage(source: scope.id()).page(for: scope) },
    ]

    private static func markOpened(_ id: StoryID, _ scope: RequestScope) async throws(LibraryError) {
        guard scope.intent.isUserOpening else { return }
        do { try await scope.library.marks.markOpened(id, for: scope.reader) } catch {
            guard error.preventsWriting else { throw error }
        }
    }
}

extension ActionEndpoint {
    /// The actions on a story, its text and its discussions.
    static let stories: [Self] = [
        Self(.setMark, SetMarkForm.self) { form, scope in try await MarkActions(scope: scope).set(form) },
        Self(.openStory, StoryForm.self) { form, scope in try await MarkActions(scope: scope).markOpened(form) },
        Self(.readingProgress, ReadingProgressForm.self) { form, scope in
            try await ReadingProgressActions(scope: scope).save(form)
        },
        Self(.fullText, StoryForm.self) { form, scope in
            let outcome = try await scope.library.fullTexts.fetch(form.story, isManual: !form.opened)
            return .say(Strings.fullTextOutcome(outcome), isUnderWay: outcome == .inProgress)
        },
        Self(.refreshComments, CommentsForm.self) { form, scope in try await CommentsPage.perform(form, for: scope) },
        Self(.relatedDiscussions, StoryForm.self) { form, scope in
            try await RelatedDiscussionsAction(scope: scope).perform(form)
        },
    ]
}
