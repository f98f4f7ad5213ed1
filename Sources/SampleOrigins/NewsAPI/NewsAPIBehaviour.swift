public import Foundation

/// Variations of News API, for tests.
public struct NewsAPIBehaviour: Sendable {
    /// A code of an error answer.
    public enum Failure: String, Sendable, CaseIterable {
        case apiKeyMissing, apiKeyInvalid, apiKeyDisabled, apiKeyExhausted
        case parametersMissing, parameterInvalid, sourcesTooMany, sourceDoesNotExist
        case rateLimited, unexpectedError
        case maximumResultsReached, corsNotAllowed, upgradeRequired
    }

    /// Form of timestamps.
    public enum TimestampFormat: Sendable {
        /// `2024-10-13T05:33:00Z`
        case whole
        /// `2024-10-13T05:33:00.4471000Z`
        case fractional
        /// Fractional for every seventh article or so.
        case mixed
    }

    /// What is wrong with the bytes of an answer.
    public enum BodyFault: Sendable, CaseIterable {
        /// JSON that ends in the middle.
        case cut
        /// A page in the place of JSON.
        case markup
        /// Nothing.
        case empty
        /// JSON of another form.
        case otherObject
    }

    /// Given to every request, in place of the answer.
    public var failure: Failure?
    /// Its status; nil for the usual one.
    public var failureStatus: Int?
    /// Sent with 429.
    public var retryAfter: RetryAfter?
    /// For every answer.
    public var bodyFault: BodyFault?
    /// When failure and body fault end; nil for never.
    public var faultsEndAt: Date?

    /// Requests that a key has in 24 hours; nil for any number.
    public var dailyLimit: Int? = 100
    /// Requests that a key has in 12 hours; nil for any number.
    public var halfDailyLimit: Int? = 50
    /// Whether the key is a developer's: 100 results, a month of articles, no browsers.
    public var isDeveloperPlan = true
    /// How long articles are withheld; a day for real developers.
    public var articleDelay: TimeInterval = 0

    /// Countries that have headlines; others answer with none.
    public var countriesWithHeadlines: Set<String> = ["us"]
    public var timestampFormat = TimestampFormat.mixed
    /// `Id`, `Name` and so on.
    public var hasCapitalizedKeys = false
    /// Articles without title, description and picture.
    public var omitsTexts = false
    /// One of so many articles is withdrawn (`[Removed]`); nil for none.
    public var withdrawnShare: Int? = 40
    /// Without articles.
    public var isEmpty = false

    public init() {}

    /// Ends what lasts for a while.
    func current(at now: Date) -> NewsAPIBehaviour {
        guard let faultsEndAt, faultsEndAt <= now else { return self }
        var sound = self
        (sound.failure, sound.bodyFault) = (nil, nil)
        return sound
    }
}

extension NewsAPIBehaviour.Failure {
    /// The usual status.
    public var status: Int {
        switch self {
        case .apiKeyMissing, .apiKeyInvalid, .apiKeyDisabled: 401
        case .parametersMissing, .parameterInvalid, .sourcesTooMany, .sourceDoesNotExist: 400
        case .apiKeyExhausted, .rateLimited: 429
        case .unexpectedError: 500
        case .maximumResultsReached, .corsNotAllowed, .upgradeRequired: 426
        }
    }

    var message: String {
        switch self {
        case .apiKeyMissing: "Your API key is missing. Append this to the URL with the apiKey param."
        case .apiKeyInvalid: "Your API key is invalid or incorrect."
        case .apiKeyDisabled: "Your API key has been disabled."
        case .apiKeyExhausted: "Your API key has no more requests available."
        case .parametersMissing: "Required parameters are missing."
        case .parameterInvalid: "A parameter is not supported."
        case .sourcesTooMany: "You have requested more than 20 sources."
        case .sourceDoesNotExist: "You have requested a source which does not exist."
        case .rateLimited: "You have made too many requests recently. Developer accounts have 100 in 24 hours."
        case .unexpectedError: "This should not happen, and if it does then it is our fault."
        case .maximumResultsReached: "You have requested too many results. Developer accounts have 100."
        case .corsNotAllowed: "Requests from the browser are not allowed, except from localhost."
        case .upgradeRequired: "Your plan does not have this."
        }
    }
}
