/// Finds a byte from positions that only grow, and reads each byte of the text once for all of them.
struct ForwardSearch {
    private let byte: UInt8
    private let text: UnsafeBufferPointer<UInt8>
    private var found: Int? = -1

    init(for byte: UInt8, in text: UnsafeBufferPointer<UInt8>) { (self.byte, self.text) = (byte, text) }

    /// The first one at `index` or after it.
    mutating func position(from index: Int) -> Int? {
        guard let last = found, last < index else { return found }
        found = TextPlaceholders.position(of: byte, in: text, from: index)
        return found
    }
}
