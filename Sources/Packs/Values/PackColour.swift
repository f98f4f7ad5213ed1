import Untrusted

/// A page's colour, written `#rrggbb`.
public struct PackColour: Sendable, Hashable, CustomStringConvertible {
    /// The red part.
    public let red: UInt8
    /// The green part.
    public let green: UInt8
    /// The blue part.
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// - Returns: nil unless the text is `#` with six hexadecimal digits.
    public init?(_ text: some StringProtocol) {
        guard text.hasPrefix("#"), let bytes = Hex.decode(text.dropFirst()), bytes.count == 3 else { return nil }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
    }

    public var description: String { "#" + Hex.encode([red, green, blue]) }
}
