extension SVGCanvas {
    /// Returns an uneven line, a sum of waves.
    /// - Parameters:
    ///   - y: The mean height.
    ///   - rise: The amplitude.
    ///   - rough: The roughness, from 0 for dunes to 1 for crags.
    mutating func ridge(_ y: Double, _ rise: Double, rough: Double, steps: Int = 90) -> [Point] {
        var waves: [(long: Double, high: Double, shift: Double)] = []
        for octave in 0..<6 {
            let high = rise * (octave == 0 ? 1 : (0.22 + 0.4 * rough) / Double(octave * octave))
            waves.append((rng.double(0.7...1.3) * Double(1 << octave), high, rng.double(0...1)))
        }
        return (0...steps).map { step in
            let share = Double(step) / Double(steps)
            var height = 0.0
            for wave in waves { height += Self.wave(share * wave.long + wave.shift, sharp: rough) * wave.high }
            return Point(share * width, y - height)
        }
    }

    /// Returns a wave from -1 to 1 with period 1, from round (`sharp` 0) to pointed (1).
    private static func wave(_ at: Double, sharp: Double) -> Double {
        let phase = at - at.rounded(.down)
        let ramp = 1 - abs(phase * 2 - 1) * 2
        let round = ramp * (1.5 - 0.5 * ramp * ramp)
        return round + (ramp - round) * sharp
    }

    /// Fills the area below a line.
    mutating func ground(_ line: [Point], _ colour: Colour, to lower: Colour? = nil) {
        let fill = lower.map { linearGradient([(0, colour, 1), (1, $0, 1)]) } ?? colour.css
        polygon(line + [Point(width, height + 5), Point(0, height + 5)], paint: fill)
    }

    mutating func grass(along line: [Point], _ colour: Colour, high: Double, number: Int) {
        for _ in 0..<number {
            let root = line[rng.int(0...line.count - 1)] + Point(rng.double(-9...9) * unit, 4 * unit)
            let lean = rng.double(-0.5...0.7) * high
            let tip = root + Point(lean, -high * rng.double(0.4...1))
            let middle = root + Point(lean * 0.25, -high * 0.45)
            stroke(Self.smoothPathData([root, middle, tip]), colour, rng.double(1.2...3.2) * unit)
        }
    }

    mutating func tree(_ root: Point, _ high: Double, _ colour: Colour, crown: Bool) {
        branch(root, high * 0.34, -90 + rng.double(-5...5), high * 0.035, 6, colour)
        guard crown else { return }
        for _ in 0..<26 {
            let at = Point(root.x + rng.double(-0.32...0.32) * high, root.y - high * rng.double(0.5...1))
            circle(at, high * rng.double(0.05...0.13), colour, 0.92)
        }
    }

    private mutating func branch(
        _ from: Point, _ long: Double, _ angle: Double, _ thick: Double, _ left: Int, _ colour: Colour
    ) {
        let way = Angle.unitVector(angle)
        let to = from + Point(way.x * long, way.y * long)
        line(from, to, colour, max(1, thick))
        guard left > 0 else { return }
        for _ in 0..<(left > 4 ? 3 : 2) {
            branch(to, long * rng.double(0.58...0.82), angle + rng.double(-38...38), thick * 0.62, left - 1, colour)
        }
    }

    mutating func fir(_ root: Point, _ high: Double, _ colour: Colour) {
        for step in 0..<7 {
            let share = Double(step) / 7
            let y = root.y - high * share
            let wide = high * 0.2 * (1 - share) + 2
            polygon([Point(root.x - wide, y), Point(root.x, y - high * 0.3), Point(root.x + wide, y)], colour)
        }
    }

    mutating func birds(_ number: Int, around at: Point, _ colour: Colour, size: Double = 14) {
        for _ in 0..<number {
            let bird = at + Point(rng.double(-260...260) * unit, rng.double(-110...110) * unit)
            let wing = size * unit * rng.double(0.5...1.3)
            let lift = wing * rng.double(0.2...0.6)
            let left = [bird + Point(-wing, -lift), bird + Point(-wing * 0.4, -lift * 1.1), bird]
            let right = [bird, bird + Point(wing * 0.4, -lift * 1.1), bird + Point(wing, -lift * 0.9)]
            stroke(Self.smoothPathData(left), colour, 2.4 * unit)
            stroke(Self.smoothPathData(right), colour, 2.4 * unit)
        }
    }
}
