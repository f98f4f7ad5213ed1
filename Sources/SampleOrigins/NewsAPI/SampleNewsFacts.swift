/// The facts of one event, the same for all publishers.
struct SampleNewsFacts {
    let event: SampleNewsEvent
    /// The number among events of this kind.
    let instance: Int
    let words: [String: [String]]
    /// The position of the kind among all, in a calm service, whose kinds have different words at a time.
    var kind: Int?

    /// Returns the text with words in place of `{name}`.
    func filled(_ text: String) -> String {
        var out = ""
        var rest = text[...]
        // The search uses bytes for speed, since every article of the archive is made at the start.
        while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
        {
            out += rest[..<open]
            out += value(String(rest[rest.index(after: open)..<close]))
            rest = rest[rest.index(after: close)...]
        }
        return out + rest
    }

    /// Returns the value of a name: `town` is a word of that list, `town2` another one; `person.last` the last part;
    /// `n1` a number of the event's range. An event can fix any of them.
    private func value(_ name: String) -> String {
        if name.hasSuffix(".last") {
            let whole = value(String(name.dropLast(5)))
            return whole.split(separator: " ").last.map(String.init) ?? whole
        }
        if let fixed = event.fields[name]?.first { return number(in: fixed, name) ?? fixed }
        let isSecond = name.hasSuffix("2")
        let list = isSecond ? String(name.dropLast()) : name
        guard let choices = words[list], !choices.isEmpty else { return "{\(name)}" }
        let start = kind ?? Int(SeededRandom.seed(of: "\(event.slug)/\(list)") % UInt64(choices.count))
        let second = kind == nil ? choices.count / 2 : choices.count * 3 / 4
        return choices[(start + instance + (isSecond ? second : 0)) % choices.count]
    }

    /// Returns a number of a range such as `3-9`; nil if the text is no range.
    private func number(in range: String, _ name: String) -> String? {
        let ends = range.split(separator: "-").compactMap { Int($0) }
        guard ends.count == 2, ends[0] <= ends[1] else { return nil }
        let seed = SeededRandom.seed(of: "\(event.slug)/\(instance)/\(name)")
        return "\(ends[0] + Int(seed % UInt64(ends[1] - ends[0] + 1)))"
    }
}
