/// What stands in a room: tables, seats, an oven, an organ.
extension Sheet {
    mutating func furnish(_ back: Room) {
        if scene.has("seats", "cabin", "tram") { return seats(back) }
        if scene.has("bench", "tables", "long", "retort") { return longTable(back) }
        if scene.has("desk", "chess", "printer", "notes", "vault", "oven", "organ") { return desk() }
        switch dice.whole(0...3) {
        case 0: roundTable()
        case 1: armchair(back)
        case 2: roundTable()
        default: counter(back)
        }
    }

    /// An armchair turned to the light, and somebody's book on its arm.
    mutating func armchair(_ back: Room) {
        let at = Spot(width * dice.roll(0.3...0.46), height * 0.97)
        shape(
            [
                at + Spot(-260 * unit, 0), at + Spot(260 * unit, -10 * unit), at + Spot(620 * unit, 60 * unit),
                at + Spot(0, 90 * unit),
            ], ink.deeper(0.6), 0.5)
        place(at, 1.1) { sheet in
            let (cloth, dark) = (sheet.second.mixed(sheet.ink, 0.18), sheet.second.mixed(sheet.ink, 0.6))
            sheet.path("M-220 -150C-250 -480 -190 -540 0 -540C190 -540 250 -480 220 -150Z", fill: dark)
            sheet.path("M-170 -170C-190 -440 -150 -490 0 -490C150 -490 190 -440 170 -170Z", fill: cloth)
            sheet.box(-190, -200, 380, 120, cloth.mixed(sheet.paper, 0.2), round: 40)
            sheet.path("M-290 -20V-250C-290 -320 -180 -320 -180 -250V-20Z", fill: dark)
            sheet.path("M290 -20V-250C290 -320 180 -320 180 -250V-20Z", fill: cloth.mixed(sheet.paper, 0.1))
            sheet.box(-280, -100, 560, 84, dark, round: 16)
            for x in [-240.0, 220] { sheet.box(x, -20, 20, 40, sheet.ink.deeper(0.6)) }
            sheet.box(170, -330, 130, 26, sheet.paper, round: 4)
        }
        place(Spot(at.x + 420 * unit, height * 0.94), 1) { sheet in
            sheet.line(Spot(0, 0), Spot(0, -560), sheet.ink.deeper(0.5), 12)
            sheet.disc(Spot(0, -560), 330, sheet.radiance([(0, sheet.paper, 0.7), (1, sheet.paper, 0)]))
            sheet.path("M-100 -520L-60 -660H60L100 -520Z", fill: sheet.paper.mixed(sheet.second, 0.35))
            sheet.oval(Spot(0, 0), 90, 16, sheet.ink.deeper(0.5))
        }
    }

    /// A round table with two chairs and what was left on it.
    mutating func roundTable() {
        place(Spot(width * dice.roll(0.42...0.58), height * 0.98), 1.15) { sheet in
            let wood = sheet.second.mixed(sheet.ink, 0.3)
            let dark = sheet.ink.deeper(0.5)
            for x in [-420.0, 420] {
                sheet.lines(
                    [Spot(x * 0.8, 0), Spot(x * 0.8, -200), Spot(x * 1.08, -210), Spot(x * 1.12, -520)], dark, 20)
                sheet.line(Spot(x * 1.06, -200), Spot(x * 1.06, 0), dark, 18)
                for rung in 0..<4 {
                    sheet.line(
                        Spot(x * 1.1 - 40, -500 + Double(rung) * 66), Spot(x * 1.1 + 40, -500 + Double(rung) * 66),
                        dark, 12)
                }
            }
            sheet.line(Spot(0, -280), Spot(0, 0), dark, 34)
            sheet.lines([Spot(-140, 0), Spot(0, -60), Spot(140, 0)], dark, 24)
            sheet.oval(Spot(0, -268), 360, 66, dark)
            sheet.oval(Spot(0, -284), 360, 66, wood)
            sheet.oval(Spot(-60, -300), 220, 30, sheet.paper, 0.22)
            sheet.box(-190, -330, 120, 30, sheet.paper, round: 3)
            sheet.path(
                "M60 -300C40 -360 44 -400 70 -420H130C156 -400 160 -360 140 -300Z",
                fill: sheet.paper.mixed(sheet.second, 0.3))
            for stem in 0..<6 {
                sheet.stroke(
                    "M100 -410C\(70 + stem * 12) -470 \(40 + stem * 24) -500 \(20 + stem * 34) \(-560 + stem % 3 * 24)",
                    dark, 7)
            }
        }
    }

    /// A counter along the room, with a bell and a queue.
    mutating func counter(_ back: Room) {
        let y = height * 0.7
        shape(
            [
                Spot(0, y), Spot(width * 0.62, back.bottom + 20 * unit), Spot(width * 0.66, back.bottom + 34 * unit),
                Spot(0, y + 90 * unit),
            ], second.mixed(paper, 0.2))
        shape(
            [
                Spot(0, y + 90 * unit), Spot(width * 0.66, back.bottom + 34 * unit),
                Spot(width * 0.66, back.bottom + 110 * unit), Spot(0, height * 1.1),
            ], second.mixed(ink, 0.5))
        for board in 1..<12 {
            let share = Double(board) / 12
            let top = Spot(0, y + 90 * unit).towards(Spot(width * 0.66, back.bottom + 34 * unit), share)
            let foot = Spot(0, height * 1.1).towards(Spot(width * 0.66, back.bottom + 110 * unit), share)
            line(top, foot, ink.deeper(0.4), 4 * unit, 0.6)
        }
        for person in 0..<dice.whole(2...4) {
            let share = Double(person) / 3.4
            place(
                Spot(width * (0.74 + 0.06 * dice.roll(-1...1) + 0.1 * share), back.bottom + (70 + 330 * share) * unit),
                0.5 + 0.75 * share
            ) { $0.walker($0.light.near, umbrella: false) }
        }
        place(Spot(width * 0.2, y + 20 * unit), 0.5) { $0.path("M-60 0C-56 -80 56 -80 60 0Z", fill: $0.paper) }
    }

    mutating func desk() {
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

    mutating func onDesk(_ at: Spot, _ wide: Double) {
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

    mutating func chessboard(_ at: Spot) {
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

    mutating func longTable(_ back: Room) {
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

    mutating func seats(_ back: Room) {
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

    mutating func oven(_ back: Room) {
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

    mutating func organ(_ back: Room) {
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
}
