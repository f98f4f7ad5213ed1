/// A field that several elements may fill: the highest rank wins, among equals the first.
struct PrioritizedValue<Value> {
    private(set) var value: Value?
    private(set) var rank = 0

    /// Stores a value of a higher rank.
    mutating func setIfHigher(_ new: Value?, rank: Int) {
        guard let new, rank > self.rank else { return }
        (value, self.rank) = (new, rank)
    }

    /// Stores a value of an equal or higher rank, as for dates that a program appended instead of replacing.
    mutating func setIfAtLeast(_ new: Value?, rank: Int) {
        guard let new, rank >= self.rank else { return }
        (value, self.rank) = (new, rank)
    }

    /// Moves the value out.
    mutating func take() -> Value? { value.take() }
}

extension PrioritizedValue<[String]> {
    /// Adds one of several values of a rank; a higher rank replaces those of lower ones.
    mutating func add(_ new: String, rank: Int) {
        if rank > self.rank {
            (value, self.rank) = ([new], rank)
        } else if rank == self.rank, value?.contains(new) == false {
            value?.append(new)
        }
    }
}

extension Optional {
    /// Stores a value if there is none yet.
    mutating func setIfNil(_ new: Wrapped?) {
        if self == nil { self = new }
    }
}
