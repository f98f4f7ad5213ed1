/// A tab of a bottom bar. `ticked` is the list of ticked stories; `photographs` and `map` belong to a pack.
public enum EditionTab: String, Sendable, CaseIterable { case today, unread, feeds, ticked, photographs, map, saved }
