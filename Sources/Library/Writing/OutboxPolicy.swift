/// The time limits for actions.
struct OutboxPolicy: Sendable {
    /// The time for which a caller waits for the outcome of an action; the action continues afterwards.
    var waitLimit: Duration = .seconds(60)
    /// The time limit of each step (reading the form, sending it, searching for the action), including the wait for the
    /// host.
    var stepLimit: Duration = .seconds(60)
    /// The pause before a search for an action that may have arrived: origins show new content with some delay.
    var pauseBeforeLook: Duration = .seconds(2)

    static let standard = OutboxPolicy()
}
