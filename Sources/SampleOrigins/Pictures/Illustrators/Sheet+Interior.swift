/// The interior painter: a room in perspective, its one source of light, and what stands in it.
extension Sheet {
    mutating func drawInterior() {
        let eye = Spot(width * dice.roll(0.36...0.64), height * dice.roll(0.4...0.5))
        let back = Box(
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
            sides(back)
        }
        if scene.has("seats", "cabin", "tram") {
            seats(back)
        } else if scene.has("bench", "tables", "long", "retort") {
            longTable(back)
        } else {
            desk()
        }
        lamps(back)
    }

    private typealias Box = (left: Double, right: Double, top: Double, bottom: Double)

    private var isLamplit: Bool { scene.hour == .dusk || scene.isDark || scene.has("lamp") }

    /// Walls, ceiling and floor.
    private mutating func shell(_ back: Box) {
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
    private mutating func window(_ back: Box) {
        let number = dice.whole(1...3)
        let room = (back.right - back.left) / Double(number)
        for place in 0..<number {
            let wide = room * 0.56
            let x = back.left + room * (Double(place) + 0.22)
            let top = back.top + 36 * unit
            let bottom = back.bottom - (back.bottom - back.top) * 0.3
            glow(Spot(x + wide / 2, (top + bottom) / 2), 330 * unit, paper, 0.8)
            box(x, top, wide, bottom - top, fade([(0, paper, 1), (1, light.horizon.mixed(second, 0.2), 1)]))
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

    /// Shelves, boxes or cabinets along both sides.
    private mutating func sides(_ back: Box) {
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

    private mutating func lamps(_ back: Box) {
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

    private mutating func desk() {
        let y = height * dice.roll(0.74...0.8)
        let left = width * dice.roll(0.08...0.2)
        let right = width * dice.roll(0.76...0.94)
        shape(
            [
                Spot(left, y), Spot(right, y), Spot(right + 80 * unit, y + 110 * unit),
                Spot(left - 80 * unit, y + 110 * unit),
            ], second.mixed(ink, 0.35))
        box(left - 80 * unit, y + 110 * unit, right - left + 160 * unit, height, ink.deeper(0.5))
        glow(Spot((left + right) / 2, y + 30 * unit), 360 * unit, second.mixed(paper, 0.4), 0.5)
        onDesk(Spot((left + right) / 2, y + 76 * unit), right - left)
    }

    private mutating func onDesk(_ at: Spot, _ wide: Double) {
        let pale = paper
        if scene.has("chess") { return chessboard(at) }
        place(at + Spot(-wide * 0.3, 0), 0.7) { sheet in
            sheet.line(Spot(0, 0), Spot(-40, -210), sheet.ink.deeper(0.5), 12)
            sheet.line(Spot(-40, -210), Spot(90, -330), sheet.ink.deeper(0.5), 12)
            sheet.shape([Spot(60, -350), Spot(150, -330), Spot(130, -240), Spot(56, -290)], sheet.ink.deeper(0.5))
            sheet.disc(Spot(100, -250), 190, sheet.radiance([(0, pale, 0.8), (1, pale, 0)]))
            sheet.oval(Spot(0, 0), 70, 15, sheet.ink.deeper(0.5))
        }
        for sheetOfPaper in 0..<4 {
            let spot = at + Spot(dice.roll(-0.1...0.3) * wide, dice.roll(-40...20) * unit)
            let tilt = dice.roll(-20...20) * unit
            shape(
                [
                    spot, spot + Spot(130 * unit, tilt * 0.3), spot + Spot(160 * unit, 44 * unit),
                    spot + Spot(16 * unit, 50 * unit),
                ], pale, 0.95 - 0.1 * Double(sheetOfPaper))
        }
        place(at + Spot(wide * 0.38, 6 * unit), 0.5) { sheet in
            for book in 0..<4 {
                sheet.box(
                    -120, -50 - Double(book) * 48, 240 - Double(book) * 16, 44,
                    book % 2 == 0 ? sheet.second : sheet.ink, round: 4)
            }
        }
    }

    private mutating func chessboard(_ at: Spot) {
        for row in 0..<8 {
            for column in 0..<8 {
                let (u, v) = (Double(column) - 4, Double(row))
                let size = (46 + v * 4) * unit
                let spot = Spot(at.x + u * size, at.y - 90 * unit + v * 16 * unit)
                shape(
                    [
                        spot, spot + Spot(size, 0), spot + Spot(size * 1.06, 16 * unit),
                        spot + Spot(-size * 0.02, 16 * unit),
                    ], (row + column) % 2 == 0 ? paper : ink)
            }
        }
        for _ in 0..<13 {
            let spot = at + Spot(dice.roll(-170...170) * unit, dice.roll(-70...30) * unit)
            place(spot, dice.roll(0.4...0.66)) { sheet in
                let tone = sheet.dice.chance(0.5) ? sheet.paper : sheet.ink.deeper(0.5)
                sheet.path("M-30 0C-10 -60 -16 -90 -12 -110H12C16 -90 10 -60 30 0Z", fill: tone)
                sheet.disc(Spot(0, -126), 22, tone)
            }
        }
    }

    private mutating func longTable(_ back: Box) {
        let far = Spot((back.left + back.right) / 2, back.bottom + 10 * unit)
        shape(
            [
                far + Spot(-70 * unit, 0), far + Spot(70 * unit, 0), Spot(width * 0.76, height * 0.94),
                Spot(width * 0.24, height * 0.94),
            ], second.mixed(ink, 0.22))
        shape(
            [
                Spot(width * 0.24, height * 0.94), Spot(width * 0.76, height * 0.94), Spot(width * 0.76, height),
                Spot(width * 0.24, height),
            ], ink.deeper(0.5))
        for step in 0..<6 {
            let share = Double(step * step) / 25
            for side in [-1.0, 1] {
                let at = Spot(far.x + side * (110 + 430 * share) * unit, back.bottom + (50 + 320 * share) * unit)
                let size = 0.16 + 0.62 * share
                place(at, size) { sheet in
                    sheet.lines(
                        [Spot(-70, 0), Spot(-64, -170), Spot(64, -170), Spot(70, 0)], sheet.ink.deeper(0.55), 20)
                    sheet.lines([Spot(-side * 66, -170), Spot(-side * 74, -400)], sheet.ink.deeper(0.55), 20)
                    sheet.box(-70, -180, 140, 26, sheet.ink.deeper(0.4))
                }
            }
            let spot = Spot(far.x + dice.roll(-40...40) * unit * (0.3 + share), back.bottom + (26 + 250 * share) * unit)
            oval(spot, (20 + 66 * share) * unit, (6 + 20 * share) * unit, paper, 0.9)
        }
    }

    private mutating func seats(_ back: Box) {
        for row in 0..<4 {
            let share = Double((row + 1) * (row + 1)) / 16
            for side in [-1.0, 1] {
                let at = Spot(
                    (back.left + back.right) / 2 + side * (150 + 500 * share) * unit,
                    back.bottom + (40 + 360 * share) * unit)
                place(at, 0.34 + 0.9 * share) { sheet in
                    sheet.box(-150, -330, 300, 330, sheet.second.mixed(sheet.ink, 0.62 - 0.4 * share), round: 46)
                    sheet.box(-130, -310, 260, 90, sheet.paper, 0.22, round: 34)
                    sheet.box(-160, -70, 320, 90, sheet.ink.deeper(0.2), round: 24)
                    sheet.line(Spot(-150, -330), Spot(150, -330), sheet.paper, 6, 0.6)
                }
            }
        }
        for side in [back.left, back.right] {
            line(Spot(side, 0), Spot(side, height * 0.9), light.horizon, 9 * unit, 0.8)
        }
    }

    private mutating func oven(_ back: Box) {
        let at = Spot((back.left + back.right) / 2, back.bottom)
        for row in 0..<15 {
            for brick in 0..<12 {
                let wide = (back.right - back.left) / 11
                let x = back.left + (Double(brick) - (row % 2 == 0 ? 0 : 0.5)) * wide
                box(
                    max(back.left, x), back.top + Double(row) * (back.bottom - back.top) / 15, wide - 4 * unit,
                    (back.bottom - back.top) / 15 - 4 * unit, second.mixed(ink, dice.roll(0.3...0.6)))
            }
        }
        glow(at + Spot(0, -90 * unit), 640 * unit, second.mixed(paper, 0.4), 0.9)
        path(
            "M\(at.x - 150 * unit) \(at.y)V\(at.y - 130 * unit)C\(at.x - 150 * unit) \(at.y - 250 * unit) \(at.x + 150 * unit) \(at.y - 250 * unit) \(at.x + 150 * unit) \(at.y - 130 * unit)V\(at.y)Z",
            fill: ink.deeper(0.6))
        for _ in 0..<26 {
            let foot = at + Spot(dice.roll(-110...110) * unit, -10 * unit)
            let tall = dice.roll(60...180) * unit
            path(
                Self.smooth(
                    [
                        foot + Spot(-16 * unit, 0), foot + Spot(dice.roll(-20...20) * unit, -tall),
                        foot + Spot(16 * unit, 0),
                    ], closed: true), fill: dice.chance(0.5) ? second : paper, 0.8)
        }
    }

    private mutating func organ(_ back: Box) {
        let number = 15
        for pipe in 0..<number {
            let share = abs(Double(pipe) - 7) / 7
            let x = width * 0.14 + width * 0.72 * Double(pipe) / Double(number)
            let wide = width * 0.72 / Double(number) * 0.84
            let top = height * (0.06 + 0.2 * (1 - share) + dice.roll(-0.02...0.02))
            box(
                x, top, wide, height * 0.66 - top,
                fade([(0, second.mixed(ink, 0.4), 1), (0.3, paper.mixed(second, 0.4), 1), (1, ink, 1)], to: Spot(1, 0)))
            path(
                "M\(x) \(height * 0.56)L\(x + wide / 2) \(height * 0.5)L\(x + wide) \(height * 0.56)Z",
                fill: ink.deeper(0.5))
            oval(Spot(x + wide / 2, top), wide / 2, 9 * unit, ink.deeper(0.6))
        }
        box(width * 0.1, height * 0.66, width * 0.8, 60 * unit, ink.deeper(0.4))
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
