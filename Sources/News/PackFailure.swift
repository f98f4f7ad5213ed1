/// Why a version of a pack that a channel brought was not installed; the version before stays in use.
public enum PackFailure: Sendable, Hashable, Codable {
    /// The file is something else.
    case notAPack
    /// Cut short, changed, or built as packs are not; with what is wrong.
    case damaged(String)
    /// Of a later Tidings.
    case newerFormat(Int)
    case tooLarge
    /// With the first of its faults.
    case faulty(count: Int, first: String)
    /// A version below the installed one.
    case older(String, installed: String)
    /// Other contents under the number of the installed version.
    case changedUnderItsNumber(String)
    /// Of another publication, by its identity.
    case otherPublication(String)
    /// Its pictures could not be stored here.
    case notStored
}
