import Caching
import Foundation
import News

/// A cache of the results that readers' actions leave for the pages that follow. A result is shown only for its
/// subject, such as the path of the page that the action led to.
struct ActionResultCache<Subject: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Key: Hashable {
        let reader: ReaderID
        /// The subject; nil if the results of a reader replace each other.
        let subject: Subject?
    }

    private let entries: BoundedCache<Key, (subject: Subject, value: Value)>
    private let keepsOnlyLast: Bool

    /// Creates an empty cache.
    /// - Parameters:
    ///   - lifetime: the seconds for which a result is kept.
    ///   - keepsOnlyLast: true to keep only the last result of each reader; false to keep one for each subject.
    init(maxCount: Int, lifetime: TimeInterval = .infinity, keepsOnlyLast: Bool = false) {
        entries = BoundedCache(maxCount: maxCount, lifetime: lifetime)
        self.keepsOnlyLast = keepsOnlyLast
    }

    func store(_ value: Value, of subject: Subject, for scope: RequestScope) {
        entries.store((subject, value), for: key(subject, scope), now: scope.now)
    }

    func value(of subject: Subject, for scope: RequestScope) -> Value? {
        guard let entry = entries.value(for: key(subject, scope), now: scope.now), entry.subject == subject else {
            return nil
        }
        return entry.value
    }

    /// Removes the subject's result, or the reader's last one if the cache keeps no others.
    func removeValue(of subject: Subject, for scope: RequestScope) { entries.removeValue(for: key(subject, scope)) }

    private func key(_ subject: Subject, _ scope: RequestScope) -> Key {
        Key(reader: scope.reader, subject: keepsOnlyLast ? nil : subject)
    }
}
