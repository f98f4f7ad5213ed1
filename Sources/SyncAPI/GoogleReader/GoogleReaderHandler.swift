import Foundation
import HTTPTypes
import Hummingbird
import Library
import News

/// The calls of the Google Reader interface, for one reader. Names and shapes are those of FreshRSS
/// (`p/api/greader.php`), Miniflux (`internal/googlereader`) and The Old Reader (github.com/theoldreader/api).
struct GoogleReaderHandler {
    let call: SyncCall
    let session: SyncSession

    var library: NewsLibrary { call.library }
    var reader: ReaderID { session.reader }
    var parameters: SyncParameters { call.parameters }

    /// Responds to a call.
    /// - Parameter name: what follows `/reader/api/0/` in the path.
    func response(to name: String) async throws -> Response {
        if let stream = Self.rest(of: name, after: "stream/contents") {
            return try await streamContents(stream)
        }
        switch name {
        case "token": return SyncResponse.text(library.appPasswords.writeToken(for: session.token))
        case "user-info": return userInfo
        case "subscription/list": return try await subscriptionList()
        case "subscription/export": return try await exportOPML()
        case "tag/list": return try await tagList()
        case "unread-count": return try await unreadCount()
        case "stream/items/ids": return try await storyIDs()
        case "stream/items/count": return try await storyCount()
        case "stream/items/contents": return try await stories()
        case "preference/list": return SyncResponse.object(call.format) { $0.list("prefs", [Int]()) { _, _ in } }
        case "preference/stream/list": return SyncResponse.object(call.format) { $0.object("streamprefs") { _ in } }
        case "friend/list": return SyncResponse.object(call.format) { $0.list("friends", [Int]()) { _, _ in } }
        default: return try await change(name)
        }
    }

    /// Responds to a call that changes something.
    private func change(_ name: String) async throws -> Response {
        let changes: [String: () async throws -> Response] = [
            "subscription/edit": editSubscriptions, "subscription/quickadd": quickAdd,
            "subscription/import": importOPML, "rename-tag": renameTag, "disable-tag": disableTags,
            "edit-tag": editTags, "mark-all-as-read": markAllRead,
        ]
        guard let change = changes[name] else { throw SyncError.unknownCall }
        guard call.request.method == .post else { throw SyncError.badRequest("Send this call as POST.") }
        try requireFreshToken()
        return try await change()
    }

    /// Checks the write token. FeedMe sends none, and Reeder an `x`; The Old Reader's is the token of the sign-in.
    private func requireFreshToken() throws(SyncError) {
        guard let token = parameters.text("T"), token != "x", token != session.token else { return }
        guard library.appPasswords.isValid(writeToken: token.trimmingCharacters(in: .newlines), for: session.token)
        else { throw .staleToken }
    }

    private var userInfo: Response {
        let name = session.identity.userName
        return SyncResponse.object(call.format) { writer in
            writer.string("userId", String(reader.rawValue))
            writer.string("userName", name)
            writer.string("userProfileId", String(reader.rawValue))
            writer.string("userEmail", name)
        }
    }

    /// Returns the feeds and groups of the reader.
    func feedList() async throws -> SyncFeedList {
        try await call.interface.feedList(for: reader)
    }

    /// Returns the rest of a call's name after a first part and a slash; empty for the part alone.
    private static func rest(of name: String, after part: String) -> String? {
        if name == part { return "" }
        return name.hasPrefix(part + "/") ? SyncParameters.decodedPath(String(name.dropFirst(part.count + 1))) : nil
    }
}
