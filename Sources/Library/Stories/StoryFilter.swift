/// Which stories of a list are wanted.
struct StoryFilter: Sendable {
    var isUnreadOnly = false
    /// Stories that arrived later than this one stay out, so that a list holds still while it is read.
    var through: Int64 = .max
}
