/// How far a batch of newly followed channels has come: "12 of 40 feeds in, 2 refused".
public struct FirstRunProgress: Sendable, Hashable {
    public var arrived: Int
    public var refused: Int
    public var total: Int

    public init(arrived: Int, refused: Int, total: Int) {
        self.arrived = arrived
        self.refused = refused
        self.total = total
    }
}
