/// A field that several elements may fill: the highest rank wins, the first of equals.
struct PrioritizedValue<Value> {
    private(set) var value: Value?
    private(set) var rank = 0

    /// Takes a value if nothing as good is there.
    mutating func setIfHigher(_ new: Value?, rank: Int) {
        guard let new, rank > self.rank else { return }
        (value, self.rank) = (new, rank)
    }

    /// The same, but of equals the last wins, as for dates that a program added where it should have replaced.
    mutating func setIfAtLeast(_ new: Value?, rank: Int) {
        guard let new, rank >= self.rank else { return }
        (value, self.rank) = (new, rank)
    }

    /// Gives the value away.
    mutating func take() -> Value? { value.take() }
}

extension PrioritizedValue<[String]> {
    /// Takes one of several values of a rank; a higher rank replaces those of lower ones.
    mutating func add(_ new: String, rank: Int) {
        if rank > self.rank {
            (value, self.rank) = ([new], rank)
        } else if rank == self.rank, value?.contains(new) == false {
            value?.append(new)
        }
    }
}

extension Optional {
    /// Takes a value if there is none yet.
    mutating func setIfNil(_ new: Wrapped?) {
        if self == nil { self = new }
    }
}
