/// The interior painter: a room in perspective, its one source of light, and what stands in it.
extension Sheet {
    mutating func drawInterior() {
        let eye = Spot(width * dice.roll(0.28...0.72), height * dice.roll(0.36...0.52))
        let back = Room(
            left: eye.x - dice.roll(300...420) * unit, right: eye.x + dice.roll(300...420) * unit,
            top: eye.y - dice.roll(200...270) * unit, bottom: eye.y + dice.roll(130...200) * unit)
        shell(back)
        if scene.has("stage", "curtain") { return stage() }
        if scene.has("lift", "stairwell") { return stairs(eye) }
        if scene.has("oven", "fire") {
            oven(back)
        } else if scene.has("organ", "pipe") {
            organ(back)
        } else {
            dress(back)
        }
        furnish(back)
        lamps(back)
    }

    typealias Room = (left: Double, right: Double, top: Double, bottom: Double)

    var isLamplit: Bool { scene.hour == .dusk || scene.isDark || scene.has("lamp") }

    /// Walls, ceiling and floor.
    private mutating func shell(_ back: Room) {
        let wall = isLamplit ? ink.mixed(second, 0.24) : paper.mixed(second, 0.28)
        box(0, 0, width, height, wall.mixed(ink, 0.45))
        shape(
            [Spot(0, 0), Spot(width, 0), Spot(back.right, back.top), Spot(back.left, back.top)], wall.mixed(ink, 0.62))
        shape(
            [Spot(0, 0), Spot(back.left, back.top), Spot(back.left, back.bottom), Spot(0, height)],
            paint: fade([(0, wall.mixed(ink, 0.7), 1), (1, wall.mixed(ink, 0.2), 1)], to: Spot(1, 0)))
        shape(
            [Spot(width, 0), Spot(back.right, back.top), Spot(back.right, back.bottom), Spot(width, height)],
            paint: fade([(0, wall.mixed(ink, 0.3), 1), (1, wall.mixed(ink, 0.78), 1)], to: Spot(1, 0)))
        box(back.left, back.top, back.right - back.left, back.bottom - back.top, wall)
        shape(
            [Spot(0, height), Spot(back.left, back.bottom), Spot(back.right, back.bottom), Spot(width, height)],
            paint: fade([(0, wall.mixed(ink, 0.4), 1), (1, ink.deeper(0.4), 1)]))
        for board in -12...12 {
            let far = (back.left + back.right) / 2 + Double(board) * (back.right - back.left) / 16
            guard far >= back.left, far <= back.right else { continue }
            let near = width / 2 + Double(board) * width / 7
            line(Spot(far, back.bottom), Spot(near, height), ink.deeper(0.4), 3 * unit, 0.5)
        }
        if !isLamplit || scene.has("window", "sea") { window(back) }
    }

    /// A tall window in the back wall, and its light across the floor.
    private mutating func window(_ back: Room) {
        let number = dice.whole(1...3)
        let room = (back.right - back.left) / Double(number)
        let arched = dice.chance(0.4)
        for place in 0..<number {
            let wide = room * 0.56
            let x = back.left + room * (Double(place) + 0.22)
            let top = back.top + 36 * unit
            let bottom = back.bottom - (back.bottom - back.top) * 0.3
            glow(Spot(x + wide / 2, (top + bottom) / 2), 330 * unit, paper, 0.8)
            box(
                x, top, wide, bottom - top, fade([(0, paper, 1), (1, light.horizon.mixed(second, 0.2), 1)]),
                round: arched ? wide / 2 : 0)
            if scene.has("sea", "ferry", "harbour") {
                box(x, top + (bottom - top) * 0.6, wide, (bottom - top) * 0.4, second.mixed(ink, 0.25))
            }
            for bar in 1..<3 { box(x + wide * Double(bar) / 3 - 3 * unit, top, 6 * unit, bottom - top, ink) }
            box(x, top + (bottom - top) * 0.45, wide, 6 * unit, ink)
            let low = back.bottom + 30 * unit
            shape(
                [
                    Spot(x, low), Spot(x + wide, low), Spot(x + wide * 2.4 + 160 * unit, height * 0.97),
                    Spot(x - 20 * unit, height * 0.97),
                ], paper, 0.34)
        }
        if scene.rain {
            for _ in 0..<90 {
                let at = Spot(dice.roll(back.left...back.right), dice.roll(back.top...back.bottom));
                line(at, at + Spot(-5 * unit, 26 * unit), ink, 1.6 * unit, 0.4)
            }
        }
    }

    /// What stands along the side walls: shelves where the subject has them, else windows or panels with pictures.
    private mutating func dress(_ back: Room) {
        let kept = scene.has(
            "shel", "book", "library", "box", "vault", "drawer", "reading", "counter", "bakery", "printer")
        if kept { return sides(back) }
        let glazed = scene.has("seats", "cabin", "tram", "tables", "waiting") || dice.chance(0.4)
        for side in [false, true] {
            for bay in 0..<4 {
                let (near, far) = (1 - Double(bay) / 4 - 0.05, 1 - Double(bay + 1) / 4 + 0.04)
                glazed ? pane(back, side, near * near, far * far) : panel(back, side, near * near, far * far)
            }
        }
    }

    /// A place on a side wall: 0 is at the back wall and 1 at the eye, 0 at the ceiling and 1 at the floor.
    func onWall(_ back: Room, _ right: Bool, _ depth: Double, _ down: Double) -> Spot {
        let far = Spot(right ? back.right : back.left, back.top + (back.bottom - back.top) * down)
        return far.towards(Spot(right ? width : 0, height * down), depth)
    }

    private mutating func pane(_ back: Room, _ right: Bool, _ near: Double, _ far: Double) {
        let corners = [
            onWall(back, right, near, 0.2), onWall(back, right, far, 0.2), onWall(back, right, far, 0.6),
            onWall(back, right, near, 0.6),
        ]
        let dark = isLamplit && !scene.has("sun", "sea")
        shape(corners, dark ? ink.deeper(0.4) : light.horizon.mixed(paper, 0.5))
        if !dark {
            shape(
                [corners[3].towards(corners[0], 0.3), corners[2].towards(corners[1], 0.3), corners[2], corners[3]],
                second.mixed(ink, 0.2), 0.6)
        }
        lines(corners + [corners[0]], ink.deeper(0.4), 9 * unit)
        line(corners[0].towards(corners[1], 0.5), corners[3].towards(corners[2], 0.5), ink.deeper(0.4), 6 * unit)
        guard scene.rain else { return }
        for _ in 0..<26 {
            let at = onWall(back, right, far + (near - far) * dice.roll(0...1), dice.roll(0.2...0.54))
            line(at, at + Spot(-4 * unit, 24 * unit), paper, 2 * unit, 0.4)
        }
    }

    private mutating func panel(_ back: Room, _ right: Bool, _ near: Double, _ far: Double) {
        for (top, foot, tone) in [(0.16, 0.5, 0.5), (0.62, 0.92, 0.3)] {
            let corners = [
                onWall(back, right, near, top), onWall(back, right, far, top), onWall(back, right, far, foot),
                onWall(back, right, near, foot),
            ]
            shape(corners, top < 0.3 ? second.mixed(ink, tone) : ink.deeper(0.2), top < 0.3 ? 0.9 : 0.4)
            lines(corners + [corners[0]], top < 0.3 ? paper : ink.deeper(0.4), 5 * unit, top < 0.3 ? 0.6 : 0.8)
        }
        line(onWall(back, right, 1, 0.57), onWall(back, right, 0, 0.57), ink.deeper(0.4), 8 * unit)
    }

    /// Shelves, boxes or cabinets along both sides.
    private mutating func sides(_ back: Room) {
        let rows = dice.whole(4...6)
        for side in [false, true] {
            if !side && dice.chance(0.25) { continue }
            let edge = side ? width + 60 * unit : -60 * unit
            let far = side ? back.right : back.left
            for row in 0...rows {
                let share = Double(row) / Double(rows)
                let a = Spot(far, back.top + 24 * unit + (back.bottom - back.top - 24 * unit) * share)
                let b = Spot(edge, height * (-0.04 + 1.1 * share))
                line(a, b, ink.deeper(0.45), 11 * unit)
                guard row > 0 else { continue }
                fill(a, b, lift: (back.bottom - back.top) / Double(rows), near: height * 1.1 / Double(rows))
            }
        }
    }

    /// Books or boxes on one shelf, growing towards the eye.
    private mutating func fill(_ far: Spot, _ near: Spot, lift: Double, near nearLift: Double) {
        let number = scene.has("box", "drawer", "vault", "counter") ? 11 : 30
        var share = 0.0
        while share < 0.98 {
            let next = share + (0.25 + share * 1.4) / Double(number) * dice.roll(0.6...1.5)
            let a = far.towards(near, share)
            let b = far.towards(near, min(1, next))
            let tall = (lift + (nearLift - lift) * share) * dice.roll(0.5...0.86)
            let tone = [second, second.mixed(ink, 0.45), paper.mixed(ink, 0.3), ink.mixed(second, 0.25), ink][
                dice.whole(0...4)]
            shape([a, b, b + Spot(0, -tall * 1.02), a + Spot(0, -tall)], tone.mixed(ink, 0.25), 0.95)
            if number == 11 {
                box((a.x + b.x) / 2 - 9 * unit, (a.y + b.y) / 2 - tall * 0.6, 18 * unit, 12 * unit, paper, 0.8)
            }
            share = next
        }
    }

    private mutating func lamps(_ back: Room) {
        guard isLamplit else { return }
        let number = scene.has("lamps", "rows", "tables") ? 4 : 1
        for place in 0..<number {
            let share = Double(place) / 4
            let at = Spot(
                width * (0.5 + (number == 1 ? dice.roll(-0.2...0.2) : 0)),
                height * (0.12 + 0.17 * share) + back.top * 0.1)
            let size = (1.25 - share) * 120 * unit
            line(Spot(at.x, 0), at, ink.deeper(0.5), 5 * unit)
            glow(at + Spot(0, size * 0.3), size * 6, second.mixed(paper, 0.5), 0.8)
            path(
                "M\(at.x - size) \(at.y + size * 0.4)C\(at.x - size * 0.8) \(at.y - size * 0.4) \(at.x + size * 0.8) \(at.y - size * 0.4) \(at.x + size) \(at.y + size * 0.4)Z",
                fill: ink.deeper(0.5))
            oval(at + Spot(0, size * 0.4), size * 0.96, size * 0.13, paper)
        }
    }

    private mutating func stage() {
        box(0, 0, width, height, ink.deeper(0.6))
        let spot = Spot(width * dice.roll(0.4...0.6), height * 0.8)
        shape(
            [
                Spot(width * 0.5 - 20 * unit, -10), Spot(width * 0.5 + 20 * unit, -10), spot + Spot(260 * unit, 0),
                spot + Spot(-260 * unit, 0),
            ], paint: fade([(0, paper, 0.6), (1, paper, 0.12)]))
        shape(
            [Spot(-10, height * 0.76), Spot(width + 10, height * 0.76), Spot(width + 10, height), Spot(-10, height)],
            ink)
        oval(spot + Spot(0, 10 * unit), 260 * unit, 48 * unit, second.mixed(paper, 0.6))
        place(spot, 0.8) { $0.walker($0.ink.deeper(0.7), umbrella: false) }
        for side in [0, 1] {
            for fold in 0..<9 {
                let share = Double(fold) / 9
                let x = side == 0 ? share * width * 0.3 : width - share * width * 0.3 - 60 * unit
                let sway = (side == 0 ? 1.0 : -1) * share * 50 * unit
                path(
                    "M\(x) -10C\(x + sway) \(height * 0.3) \(x - sway) \(height * 0.6) \(x) \(height * 0.86)H\(x + 70 * unit)C\(x + 70 * unit - sway) \(height * 0.6) \(x + 70 * unit + sway) \(height * 0.3) \(x + 70 * unit) -10Z",
                    fill: second.mixed(ink, fold % 2 == 0 ? 0.25 : 0.55))
            }
        }
        for seat in 0..<13 { disc(Spot(width * Double(seat) / 12, height * 1.0), 66 * unit, ink.deeper(0.85)) }
    }

    /// A stairwell round the cage of a lift, from below.
    private mutating func stairs(_ eye: Spot) {
        box(0, 0, width, height, ink.deeper(0.3))
        glow(eye, 640 * unit, second.mixed(paper, 0.6), 1)
        for turn in (0..<7).reversed() {
            let size = (70 + 130 * Double(turn)) * unit
            let tone = second.mixed(ink, 0.2 + 0.11 * Double(turn))
            let shift = Double(turn % 2) * 40 * unit
            for step in 0..<28 {
                let a = Turn.of(Double(step) * 12.8 + Double(turn) * 21)
                let b = Turn.of(Double(step) * 12.8 + 9 + Double(turn) * 21)
                shape(
                    [
                        eye + Spot(a.x * size, a.y * size), eye + Spot(b.x * size, b.y * size),
                        eye + Spot(b.x * (size + 110 * unit), b.y * (size + 110 * unit)),
                        eye + Spot(a.x * (size + 110 * unit), a.y * (size + 110 * unit)),
                    ], step % 2 == 0 ? tone : tone.mixed(ink, 0.45), 0.95)
            }
            stroke(
                "M\(eye.x - size) \(eye.y + shift * 0)a\(size) \(size) 0 1 0 \(size * 2) 0a\(size) \(size) 0 1 0 \(-size * 2) 0",
                paper, 5 * unit, 0.6)
        }
        disc(eye, 64 * unit, paper)
    }
}
