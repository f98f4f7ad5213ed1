/// Hills, ground and what grows along an edge.
extension Sheet {
    /// An uneven line across the sheet: waves of several lengths on top of each other.
    /// - Parameters:
    ///   - y: its middle height
    ///   - rise: how far it goes up and down
    ///   - rough: 0 for dunes, 1 for crags
    mutating func ridge(_ y: Double, _ rise: Double, rough: Double, steps: Int = 90) -> [Spot] {
        var waves: [(long: Double, high: Double, shift: Double)] = []
        for octave in 0..<6 {
            let high = rise * (octave == 0 ? 1 : (0.22 + 0.4 * rough) / Double(octave * octave))
            waves.append((dice.roll(0.7...1.3) * Double(1 << octave), high, dice.roll(0...1)))
        }
        return (0...steps).map { step in
            let share = Double(step) / Double(steps)
            var height = 0.0
            for wave in waves { height += Self.hill(share * wave.long + wave.shift, sharp: rough) * wave.high }
            return Spot(share * width, y - height)
        }
    }

    /// A wave between -1 and 1 with period 1: round, or pointed where it is sharp.
    private static func hill(_ at: Double, sharp: Double) -> Double {
        let phase = at - at.rounded(.down)
        let ramp = 1 - abs(phase * 2 - 1) * 2
        let round = ramp * (1.5 - 0.5 * ramp * ramp)
        return round + (ramp - round) * sharp
    }

    /// The ground below a line.
    mutating func ground(_ line: [Spot], _ colour: Ink, to lower: Ink? = nil) {
        let fill = lower.map { fade([(0, colour, 1), (1, $0, 1)]) } ?? colour.css
        shape(line + [Spot(width, height + 5), Spot(0, height + 5)], paint: fill)
    }

    /// Blades along a line.
    mutating func grass(along line: [Spot], _ colour: Ink, high: Double, number: Int) {
        for _ in 0..<number {
            let root = line[dice.whole(0...line.count - 1)] + Spot(dice.roll(-9...9) * unit, 4 * unit)
            let lean = dice.roll(-0.5...0.7) * high
            let tip = root + Spot(lean, -high * dice.roll(0.4...1))
            let middle = root + Spot(lean * 0.25, -high * 0.45)
            stroke(Self.smooth([root, middle, tip]), colour, dice.roll(1.2...3.2) * unit)
        }
    }

    /// A tree without leaves, or with a crown.
    mutating func tree(_ root: Spot, _ high: Double, _ colour: Ink, crown: Bool) {
        branch(root, high * 0.34, -90 + dice.roll(-5...5), high * 0.035, 6, colour)
        guard crown else { return }
        for _ in 0..<26 {
            let at = Spot(root.x + dice.roll(-0.32...0.32) * high, root.y - high * dice.roll(0.5...1))
            disc(at, high * dice.roll(0.05...0.13), colour, 0.92)
        }
    }

    private mutating func branch(
        _ from: Spot, _ long: Double, _ angle: Double, _ thick: Double, _ left: Int, _ colour: Ink
    ) {
        let way = Turn.of(angle)
        let to = from + Spot(way.x * long, way.y * long)
        line(from, to, colour, max(1, thick))
        guard left > 0 else { return }
        for _ in 0..<(left > 4 ? 3 : 2) {
            branch(to, long * dice.roll(0.58...0.82), angle + dice.roll(-38...38), thick * 0.62, left - 1, colour)
        }
    }

    /// A conifer.
    mutating func fir(_ root: Spot, _ high: Double, _ colour: Ink) {
        for step in 0..<7 {
            let share = Double(step) / 7
            let y = root.y - high * share
            let wide = high * 0.2 * (1 - share) + 2
            shape([Spot(root.x - wide, y), Spot(root.x, y - high * 0.3), Spot(root.x + wide, y)], colour)
        }
    }

    /// Birds far away.
    mutating func birds(_ number: Int, around at: Spot, _ colour: Ink, size: Double = 14) {
        for _ in 0..<number {
            let bird = at + Spot(dice.roll(-260...260) * unit, dice.roll(-110...110) * unit)
            let wing = size * unit * dice.roll(0.5...1.3)
            let lift = wing * dice.roll(0.2...0.6)
            let left = [bird + Spot(-wing, -lift), bird + Spot(-wing * 0.4, -lift * 1.1), bird]
            let right = [bird, bird + Spot(wing * 0.4, -lift * 1.1), bird + Spot(wing, -lift * 0.9)]
            stroke(Self.smooth(left), colour, 2.4 * unit)
            stroke(Self.smooth(right), colour, 2.4 * unit)
        }
    }
}
