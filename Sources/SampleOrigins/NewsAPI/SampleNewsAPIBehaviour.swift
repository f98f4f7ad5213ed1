public import Foundation

/// The variations of News API, for tests.
public struct SampleNewsAPIBehaviour: Sendable {
    /// The code of an error response.
    public enum Failure: String, Sendable, CaseIterable {
        case apiKeyMissing, apiKeyInvalid, apiKeyDisabled, apiKeyExhausted
        case parametersMissing, parameterInvalid, sourcesTooMany, sourceDoesNotExist
        case rateLimited, unexpectedError
        case maximumResultsReached, corsNotAllowed, upgradeRequired
    }

    /// The form of timestamps.
    public enum TimestampFormat: Sendable {
        /// A time such as `2024-10-13T05:33:00Z`.
        case whole
        /// A time such as `2024-10-13T05:33:00.4471000Z`.
        case fractional
        /// A fractional time for about every seventh article, a whole one for the others.
        case mixed
    }

    /// A fault in the bytes of a response.
    public enum BodyFault: Sendable, CaseIterable {
        /// JSON that ends in the middle.
        case cut
        /// HTML instead of JSON.
        case markup
        /// An empty body.
        case empty
        /// JSON of another structure.
        case otherObject
    }

    /// The failure with which every request is answered; nil for ordinary responses.
    public var failure: Failure?
    /// The status of the failure; nil for the usual one.
    public var failureStatus: Int?
    /// The Retry-After header sent with 429.
    public var retryAfter: RetryAfter?
    /// The fault of every response body; nil for none.
    public var bodyFault: BodyFault?
    /// The time at which failure and body fault end; nil for never.
    public var faultsEndAt: Date?

    /// The maximum number of requests for a key in 24 hours; nil for any number.
    public var dailyLimit: Int? = 100
    /// The maximum number of requests for a key in 12 hours; nil for any number.
    public var halfDailyLimit: Int? = 50
    /// True if the key is a developer's: 100 results, a month of articles, no browsers.
    public var isDeveloperPlan = true
    /// The time for which articles are withheld; a day for real developers.
    public var articleDelay: TimeInterval = 0

    /// The countries that have headlines; a request for another country finds none.
    public var countriesWithHeadlines: Set<String> = ["us"]
    /// The form of timestamps.
    public var timestampFormat = TimestampFormat.mixed
    /// True if keys are capitalised: `Id`, `Name` and so on.
    public var hasCapitalizedKeys = false
    /// True if articles have no title, description and picture.
    public var omitsTexts = false
    /// The share of articles that are withdrawn (`[Removed]`), as one of this many; nil for none.
    public var withdrawnShare: Int? = 40
    /// True if the service has no articles.
    public var isEmpty = false

    public init() {}

    /// Returns the behaviour without faults that have ended.
    func current(at now: Date) -> SampleNewsAPIBehaviour {
        guard let faultsEndAt, faultsEndAt <= now else { return self }
        var sound = self
        (sound.failure, sound.bodyFault) = (nil, nil)
        return sound
    }
}

extension SampleNewsAPIBehaviour.Failure {
    /// The usual HTTP status of the failure.
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
