/// A field given by several elements: the highest rank wins, among equal ranks the first.
struct PrioritizedValue<Value> {
    private(set) var value: Value?
    private(set) var rank = 0

    mutating func setIfHigher(_ new: Value?, rank: Int) {
        guard let new, rank > self.rank else { return }
        (value, self.rank) = (new, rank)
    }

    /// Replaces values of equal rank too, for dates that a program appended.
    mutating func setIfAtLeast(_ new: Value?, rank: Int) {
        guard let new, rank >= self.rank else { return }
        (value, self.rank) = (new, rank)
    }

    mutating func take() -> Value? { value.take() }
}

extension Optional {
    mutating func setIfNil(_ new: Wrapped?) {
        if self == nil { self = new }
    }
}
