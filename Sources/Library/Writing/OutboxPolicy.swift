/// Times of actions.
struct OutboxPolicy: Sendable {
    /// How long whoever performs an action waits for its outcome; it goes on afterwards.
    var waitLimit: Duration = .seconds(60)
    /// Of each step: reading the form, sending it, looking for what arrived. With the wait for the host.
    var stepLimit: Duration = .seconds(60)
    /// Before a look for what may have arrived: origins show what is new with some delay.
    var pauseBeforeLook: Duration = .seconds(2)

    static let standard = OutboxPolicy()
}
