import Foundation
import Library
import News

/// The texts about services that need a key, and about their plans.
extension Strings {
    static func serviceKeyTitle(_ host: String?) -> String { host.map { "Key for \($0)" } ?? "Keys of services" }

    static func serviceKeyPurpose(_ host: String, _ edition: Edition) -> String {
        let others = edition.topics?.shelves.isEmpty == false ? " Publishers’ own feeds need none." : ""
        return "\(edition.title) reads \(host), which answers only those who have a key of their own.\(others)"
    }
    static func assumedPlan(_ status: RequestBudgetStatus) -> String {
        let windows = status.windows.sorted { $0.hours > $1.hours }
            .map { "\($0.limit) requests in \($0.hours) hours" }.joined(separator: " and ")
        return "Tidings keeps within a plan of \(windows)."
    }
    static let getKeyAt = "Get a key at"
    static let keyIsSafe = "It is stored encrypted, sent to that site only, and never shown again, here or elsewhere."

    static let storedKey = "Key"
    static let plan = "Plan"
    static let keyField = "Key"
    static let otherKeyField = "Another key"
    static let saveAndTry = "Save and try"
    static let replaceAndTry = "Replace and try"
    static let tryKeyAgain = "Try the stored key again"
    static let trialCost = "Trying a key costs one request of its plan."
    static let removeKey = "Remove key"
    static let removeKeyNow = "Remove"
    static func confirmKeyRemoval(_ host: String) -> String {
        "Forget the key? Nothing more is fetched from \(host) without one. Stories that were loaded stay."
    }
    static let noSuchService = "This newspaper has no such service."

    static func secretsUnusable(_ why: String) -> String {
        "The key was not stored. \(why)"
    }

    static func serviceKeyState(_ key: StoredAPIKey, _ time: TimeFormatter) -> String {
        key.isReadable
            ? "Entered \(time.long(key.enteredAt))."
            : "Entered \(time.long(key.enteredAt)), and cannot be opened any more: the file that opens it was lost or "
                + "replaced. Enter the key again."
    }

    /// Returns the state of a plan: "62 of 100 requests left today, 31 of 50 in these 12 hours; the next one is
    /// possible at 14:20."
    static func plan(_ status: RequestBudgetStatus, _ time: TimeFormatter) -> String {
        let windows = status.windows.sorted { $0.hours > $1.hours }.enumerated().map { index, window in
            let left = max(0, window.limit - window.used)
            let span = window.hours == 24 ? "today" : "in these \(window.hours) hours"
            return "\(left) of \(window.limit)\(index == 0 ? " requests left" : "") \(span)"
        }
        let next = status.nextRequestAt.map { "; the next one is possible at \(time.until($0))" } ?? ""
        let block = status.blockedUntil == nil ? "" : " The service said that there had been too many."
        return windows.joined(separator: ", ") + next + "." + block
    }

    static let services = "Services"
    static let servicesSetting = "Keys and plans of services"
    static let noKeyYet = "No key. Enter one."
    static func service(_ host: String, of edition: Edition) -> String { "\(host), for \(edition.title)" }

    // MARK: What came of it

    static func serviceKeyResult(_ result: APIKeyResult, at host: String, _ time: TimeFormatter) -> String {
        switch result {
        case .notStored(let why): why
        case .removed: "The key is removed. Nothing more is fetched from \(host) until there is another."
        case .tried(.works(0)): "The key works. \(host) has nothing new at present."
        case .tried(.works(let new)): "The key works: \(Plural.story.counted(new, "new")) came from \(host)."
        case .tried(.nothingToFetch): "The key is stored. It is tried when something is read from \(host)."
        case .tried(.planSpent(let until)):
            "The key is stored, but not tried: no request is left in the plan until \(time.until(until))."
        case .tried(.failed(let failure, let retryAt)):
            "The key is stored, but did not work. \(serviceFailure(failure, at: host, retryAt, time))"
        }
    }

    // MARK: What a service says

    static let enterKey = "Enter a key"
    static let enterOtherKey = "Enter another key"
    static let keyAndPlan = "Key and plan"
    static let storedStoriesStay = "Stories that were loaded before stay."

    /// Returns a sentence about the service's failure, with the time of the next possible request if requests are
    /// blocked now.
    static func serviceFailure(
        _ failure: FetchFailure, at host: String, _ nextTryAt: Date?, _ time: TimeFormatter
    ) -> String {
        self.failure(failure, of: .service, at: host, until: nextTryAt.map(time.until))
    }
}
