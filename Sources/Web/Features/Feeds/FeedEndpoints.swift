import HTTPTypes
import Hummingbird
import Library
import News

extension PathPattern {
    static let feeds: Self = "feeds", addFeed: Self = "add", importReport: Self = "import",
        exportOPML: Self = "feeds.opml"
    static let feedDetails: Self = "feed/:id/details"
}

extension ReaderEndpoint {
    /// The subscriptions: their list, one of them, and how feeds come and go.
    static let feeds: [Self] = [
        .page(.feeds, PageTraits(isReadingPage: true)) { scope in
            guard scope.edition.usesFolders else { return try await EditionSourcesPage().page(for: scope) }
            return try await FeedsPage().page(for: scope)
        },
        .page(.addFeed) { scope in try await AddFeedPage().page(for: scope) },
        .page(.importReport) { scope in try ImportReportPage().page(for: scope) },
        .page(.feedDetails, PageTraits(isReadingPage: true)) { scope in
            try await FeedDetailPage(id: ChannelID(rawValue: scope.id())).page(for: scope)
        },
        .file(.exportOPML) { scope in
            let folders = try await scope.library.subscriptions.folders(for: scope.reader)
            let bytes = scope.dependencies.integrations.opml.write(folders)
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/x-opml; charset=utf-8", .cacheControl: "no-store",
                    .contentDisposition: "attachment; filename=\"tidings.opml\"",
                ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        },
    ]
}

extension ActionEndpoint {
    /// The actions on subscriptions and their folders.
    static let feeds: [Self] = [
        Self(.retry, RefreshForm.self) { form, scope in try await FeedActions(scope: scope).refresh(form.channel) },
        Self(.follow, FollowFeedForm.self) { form, scope in try await FeedActions(scope: scope).follow(form) },
        Self(.unfollow, ChannelForm.self) { form, scope in try await FeedActions(scope: scope).unfollow(form) },
        Self(.updateSubscription, SubscriptionForm.self) { form, scope in
            try await FeedActions(scope: scope).update(form)
        },
        Self(.updateFolder, FolderForm.self) { form, scope in try await FeedActions(scope: scope).updateFolder(form) },
        Self(.orderFolders, FolderOrderForm.self) { form, scope in
            try await FeedActions(scope: scope).orderFolders(form)
        },
        Self(.moveSubscription, SubscriptionFolderForm.self) { form, scope in
            try await FeedActions(scope: scope).move(form)
        },
        Self(.importOPML, ImportForm.self) { form, scope in try await FeedActions(scope: scope).importFile(form) },
        Self(.starterFeeds, StarterFeedsForm.self) { form, scope in
            try await FeedActions(scope: scope).followStarterFeeds(form)
        },
    ]
}
