/// Who tries to come in: by what their guesses are counted, and what a session remembers of them.
public struct GuessCaller: Sendable, Hashable {
    /// The network address, of IPv6 the /64 it is in; empty when unknown.
    public var address: String
    /// Whether they sit at the machine itself.
    public var isHere: Bool
    /// What the browser says it is.
    public var agent: String?
    /// The device cookie it shows; only the database tells whether a device of ours has it.
    public var device: Token?

    public init(address: String, isHere: Bool, agent: String? = nil, device: Token? = nil) {
        self.address = address
        self.isHere = isHere
        self.agent = agent
        self.device = device
    }
}
