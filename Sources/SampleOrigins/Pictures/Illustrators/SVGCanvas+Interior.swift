/// The rooms in perspective, with one source of light.
extension SVGCanvas {
    mutating func drawInterior() {
        let eye = Point(width * rng.double(0.28...0.72), height * rng.double(0.36...0.52))
        let back = RoomBounds(
            left: eye.x - rng.double(300...420) * unit, right: eye.x + rng.double(300...420) * unit,
            top: eye.y - rng.double(200...270) * unit, bottom: eye.y + rng.double(130...200) * unit)
        shell(back)
        if scene.has("stage", "curtain") { return stage() }
        if scene.has("lift", "stairwell") { return stairs(eye) }
        if scene.has("oven", "fire") {
            oven(back)
        } else if scene.has("organ", "pipe") {
            organ(back)
        } else {
            furnishWalls(back)
        }
        furnish(back)
        lamps(back)
    }

    typealias RoomBounds = (left: Double, right: Double, top: Double, bottom: Double)

    var isLamplit: Bool { scene.hour == .dusk || scene.isDark || scene.has("lamp") }

    private mutating func shell(_ back: RoomBounds) {
        let wall = isLamplit ? ink.mixed(accent, 0.24) : paper.mixed(accent, 0.28)
        rect(0, 0, width, height, wall.mixed(ink, 0.45))
        polygon(
            [Point(0, 0), Point(width, 0), Point(back.right, back.top), Point(back.left, back.top)],
            wall.mixed(ink, 0.62))
        polygon(
            [Point(0, 0), Point(back.left, back.top), Point(back.left, back.bottom), Point(0, height)],
            paint: linearGradient([(0, wall.mixed(ink, 0.7), 1), (1, wall.mixed(ink, 0.2), 1)], to: Point(1, 0)))
        polygon(
            [Point(width, 0), Point(back.right, back.top), Point(back.right, back.bottom), Point(width, height)],
            paint: linearGradient([(0, wall.mixed(ink, 0.3), 1), (1, wall.mixed(ink, 0.78), 1)], to: Point(1, 0)))
        rect(back.left, back.top, back.right - back.left, back.bottom - back.top, wall)
        polygon(
            [Point(0, height), Point(back.left, back.bottom), Point(back.right, back.bottom), Point(width, height)],
            paint: linearGradient([(0, wall.mixed(ink, 0.4), 1), (1, ink.darkened(0.4), 1)]))
        for board in -12...12 {
            let far = (back.left + back.right) / 2 + Double(board) * (back.right - back.left) / 16
            guard far >= back.left, far <= back.right else { continue }
            let near = width / 2 + Double(board) * width / 7
            line(Point(far, back.bottom), Point(near, height), ink.darkened(0.4), 3 * unit, 0.5)
        }
        if !isLamplit || scene.has("window", "sea") { window(back) }
    }

    private mutating func window(_ back: RoomBounds) {
        let number = rng.int(1...3)
        let room = (back.right - back.left) / Double(number)
        let arched = rng.chance(0.4)
        for index in 0..<number {
            let wide = room * 0.56
            let x = back.left + room * (Double(index) + 0.22)
            let top = back.top + 36 * unit
            let bottom = back.bottom - (back.bottom - back.top) * 0.3
            glow(Point(x + wide / 2, (top + bottom) / 2), 330 * unit, paper, 0.8)
            rect(
                x, top, wide, bottom - top, linearGradient([(0, paper, 1), (1, light.horizon.mixed(accent, 0.2), 1)]),
                round: arched ? wide / 2 : 0)
            if scene.has("sea", "ferry", "harbour") {
                rect(x, top + (bottom - top) * 0.6, wide, (bottom - top) * 0.4, accent.mixed(ink, 0.25))
            }
            for bar in 1..<3 { rect(x + wide * Double(bar) / 3 - 3 * unit, top, 6 * unit, bottom - top, ink) }
            rect(x, top + (bottom - top) * 0.45, wide, 6 * unit, ink)
            let low = back.bottom + 30 * unit
            polygon(
                [
                    Point(x, low), Point(x + wide, low), Point(x + wide * 2.4 + 160 * unit, height * 0.97),
                    Point(x - 20 * unit, height * 0.97),
                ], paper, 0.34)
        }
        if scene.isRainy {
            for _ in 0..<90 {
                let at = Point(rng.double(back.left...back.right), rng.double(back.top...back.bottom));
                line(at, at + Point(-5 * unit, 26 * unit), ink, 1.6 * unit, 0.4)
            }
        }
    }

    /// Draws shelves if the subject has them, otherwise windows or panels.
    private mutating func furnishWalls(_ back: RoomBounds) {
        let kept = scene.has(
            "shel", "book", "library", "box", "vault", "drawer", "reading", "counter", "bakery", "printer")
        if kept { return sides(back) }
        let glazed = scene.has("seats", "cabin", "tram", "tables", "waiting") || rng.chance(0.4)
        for side in [false, true] {
            for bay in 0..<4 {
                let (near, far) = (1 - Double(bay) / 4 - 0.05, 1 - Double(bay + 1) / 4 + 0.04)
                glazed ? pane(back, side, near * near, far * far) : panel(back, side, near * near, far * far)
            }
        }
    }

    /// Returns a point on a side wall: `depth` is 0 at the back wall, 1 at the viewer; `down` is 0 at the ceiling, 1 at
    /// the floor.
    func wallPoint(_ back: RoomBounds, _ right: Bool, _ depth: Double, _ down: Double) -> Point {
        let far = Point(right ? back.right : back.left, back.top + (back.bottom - back.top) * down)
        return far.towards(Point(right ? width : 0, height * down), depth)
    }

    private mutating func pane(_ back: RoomBounds, _ right: Bool, _ near: Double, _ far: Double) {
        let corners = [
            wallPoint(back, right, near, 0.2), wallPoint(back, right, far, 0.2), wallPoint(back, right, far, 0.6),
            wallPoint(back, right, near, 0.6),
        ]
        let dark = isLamplit && !scene.has("sun", "sea")
        polygon(corners, dark ? ink.darkened(0.4) : light.horizon.mixed(paper, 0.5))
        if !dark {
            polygon(
                [corners[3].towards(corners[0], 0.3), corners[2].towards(corners[1], 0.3), corners[2], corners[3]],
                accent.mixed(ink, 0.2), 0.6)
        }
        polyline(corners + [corners[0]], ink.darkened(0.4), 9 * unit)
        line(corners[0].towards(corners[1], 0.5), corners[3].towards(corners[2], 0.5), ink.darkened(0.4), 6 * unit)
        guard scene.isRainy else { return }
        for _ in 0..<26 {
            let at = wallPoint(back, right, far + (near - far) * rng.double(0...1), rng.double(0.2...0.54))
            line(at, at + Point(-4 * unit, 24 * unit), paper, 2 * unit, 0.4)
        }
    }

    private mutating func panel(_ back: RoomBounds, _ right: Bool, _ near: Double, _ far: Double) {
        for (top, foot, tone) in [(0.16, 0.5, 0.5), (0.62, 0.92, 0.3)] {
            let corners = [
                wallPoint(back, right, near, top), wallPoint(back, right, far, top), wallPoint(back, right, far, foot),
                wallPoint(back, right, near, foot),
            ]
            polygon(corners, top < 0.3 ? accent.mixed(ink, tone) : ink.darkened(0.2), top < 0.3 ? 0.9 : 0.4)
            polyline(corners + [corners[0]], top < 0.3 ? paper : ink.darkened(0.4), 5 * unit, top < 0.3 ? 0.6 : 0.8)
        }
        line(wallPoint(back, right, 1, 0.57), wallPoint(back, right, 0, 0.57), ink.darkened(0.4), 8 * unit)
    }

    private mutating func sides(_ back: RoomBounds) {
        let rows = rng.int(4...6)
        for side in [false, true] {
            if !side && rng.chance(0.25) { continue }
            let edge = side ? width + 60 * unit : -60 * unit
            let far = side ? back.right : back.left
            for row in 0...rows {
                let share = Double(row) / Double(rows)
                let a = Point(far, back.top + 24 * unit + (back.bottom - back.top - 24 * unit) * share)
                let b = Point(edge, height * (-0.04 + 1.1 * share))
                line(a, b, ink.darkened(0.45), 11 * unit)
                guard row > 0 else { continue }
                fill(a, b, lift: (back.bottom - back.top) / Double(rows), near: height * 1.1 / Double(rows))
            }
        }
    }

    /// Fills one shelf with books or boxes, larger towards the viewer.
    private mutating func fill(_ far: Point, _ near: Point, lift: Double, near nearLift: Double) {
        let number = scene.has("box", "drawer", "vault", "counter") ? 11 : 30
        var share = 0.0
        while share < 0.98 {
            let next = share + (0.25 + share * 1.4) / Double(number) * rng.double(0.6...1.5)
            let a = far.towards(near, share)
            let b = far.towards(near, min(1, next))
            let tall = (lift + (nearLift - lift) * share) * rng.double(0.5...0.86)
            let tone = [accent, accent.mixed(ink, 0.45), paper.mixed(ink, 0.3), ink.mixed(accent, 0.25), ink][
                rng.int(0...4)]
            polygon([a, b, b + Point(0, -tall * 1.02), a + Point(0, -tall)], tone.mixed(ink, 0.25), 0.95)
            if number == 11 {
                rect((a.x + b.x) / 2 - 9 * unit, (a.y + b.y) / 2 - tall * 0.6, 18 * unit, 12 * unit, paper, 0.8)
            }
            share = next
        }
    }

    private mutating func lamps(_ back: RoomBounds) {
        guard isLamplit else { return }
        let number = scene.has("lamps", "rows", "tables") ? 4 : 1
        for index in 0..<number {
            let share = Double(index) / 4
            let at = Point(
                width * (0.5 + (number == 1 ? rng.double(-0.2...0.2) : 0)),
                height * (0.12 + 0.17 * share) + back.top * 0.1)
            let size = (1.25 - share) * 120 * unit
            line(Point(at.x, 0), at, ink.darkened(0.5), 5 * unit)
            glow(at + Point(0, size * 0.3), size * 6, accent.mixed(paper, 0.5), 0.8)
            path(
                "M\(at.x - size) \(at.y + size * 0.4)C\(at.x - size * 0.8) \(at.y - size * 0.4) \(at.x + size * 0.8) \(at.y - size * 0.4) \(at.x + size) \(at.y + size * 0.4)Z",
                fill: ink.darkened(0.5))
            ellipse(at + Point(0, size * 0.4), size * 0.96, size * 0.13, paper)
        }
    }

    private mutating func stage() {
        rect(0, 0, width, height, ink.darkened(0.6))
        let point = Point(width * rng.double(0.4...0.6), height * 0.8)
        polygon(
            [
                Point(width * 0.5 - 20 * unit, -10), Point(width * 0.5 + 20 * unit, -10), point + Point(260 * unit, 0),
                point + Point(-260 * unit, 0),
            ], paint: linearGradient([(0, paper, 0.6), (1, paper, 0.12)]))
        polygon(
            [
                Point(-10, height * 0.76), Point(width + 10, height * 0.76), Point(width + 10, height),
                Point(-10, height),
            ],
            ink)
        ellipse(point + Point(0, 10 * unit), 260 * unit, 48 * unit, accent.mixed(paper, 0.6))
        place(point, 0.8) { $0.walker($0.ink.darkened(0.7), umbrella: false) }
        for side in [0, 1] {
            for fold in 0..<9 {
                let share = Double(fold) / 9
                let x = side == 0 ? share * width * 0.3 : width - share * width * 0.3 - 60 * unit
                let sway = (side == 0 ? 1.0 : -1) * share * 50 * unit
                path(
                    "M\(x) -10C\(x + sway) \(height * 0.3) \(x - sway) \(height * 0.6) \(x) \(height * 0.86)H\(x + 70 * unit)C\(x + 70 * unit - sway) \(height * 0.6) \(x + 70 * unit + sway) \(height * 0.3) \(x + 70 * unit) -10Z",
                    fill: accent.mixed(ink, fold % 2 == 0 ? 0.25 : 0.55))
            }
        }
        for seat in 0..<13 { circle(Point(width * Double(seat) / 12, height * 1.0), 66 * unit, ink.darkened(0.85)) }
    }

    private mutating func stairs(_ eye: Point) {
        rect(0, 0, width, height, ink.darkened(0.3))
        glow(eye, 640 * unit, accent.mixed(paper, 0.6), 1)
        for turn in (0..<7).reversed() {
            let size = (70 + 130 * Double(turn)) * unit
            let tone = accent.mixed(ink, 0.2 + 0.11 * Double(turn))
            let shift = Double(turn % 2) * 40 * unit
            for step in 0..<28 {
                let a = Angle.unitVector(Double(step) * 12.8 + Double(turn) * 21)
                let b = Angle.unitVector(Double(step) * 12.8 + 9 + Double(turn) * 21)
                polygon(
                    [
                        eye + Point(a.x * size, a.y * size), eye + Point(b.x * size, b.y * size),
                        eye + Point(b.x * (size + 110 * unit), b.y * (size + 110 * unit)),
                        eye + Point(a.x * (size + 110 * unit), a.y * (size + 110 * unit)),
                    ], step % 2 == 0 ? tone : tone.mixed(ink, 0.45), 0.95)
            }
            stroke(
                "M\(eye.x - size) \(eye.y + shift * 0)a\(size) \(size) 0 1 0 \(size * 2) 0a\(size) \(size) 0 1 0 \(-size * 2) 0",
                paper, 5 * unit, 0.6)
        }
        circle(eye, 64 * unit, paper)
    }
}
