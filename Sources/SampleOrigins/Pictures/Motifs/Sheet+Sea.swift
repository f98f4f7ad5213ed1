/// Things of the harbour, each standing on its origin, in thousandths of the sheet (see `place`).
extension Sheet {
    /// A dockside crane: legs, cabin, jib and cable.
    mutating func crane(_ colour: Ink, light window: Ink) {
        for x in [-70.0, 70] {
            lines([Spot(x * 1.25, 0), Spot(x * 0.62, -290)], colour, 15)
        }
        lines([Spot(-82, -40), Spot(58, -250)], colour, 6)
        lines([Spot(82, -40), Spot(-58, -250)], colour, 6)
        lines([Spot(-86, -120), Spot(86, -120)], colour, 8)
        shape([Spot(-62, -290), Spot(62, -290), Spot(78, -400), Spot(20, -440), Spot(-90, -420)], colour)
        box(24, -395, 34, 44, window, 0.9)
        let tip = Spot(430, -820)
        shape([Spot(30, -420), Spot(70, -400), tip, tip + Spot(-10, -16)], colour)
        for step in 0..<11 {
            let share = Double(step) / 11
            let a = Spot(30, -430).towards(tip, share)
            let b = Spot(5, -600).towards(tip, share + 0.06)
            line(a, b, colour, 4)
        }
        lines([Spot(-10, -430), Spot(5, -600), tip], colour, 9)
        lines([Spot(5, -600), Spot(-90, -410)], colour, 6)
        box(-130, -440, 60, 60, colour)
        line(tip, tip + Spot(0, 420), colour, 3)
        box(tip.x - 9, tip.y + 420, 18, 30, colour)
    }

    /// A fishing boat with a wheelhouse, a mast and its stays.
    mutating func boat(_ colour: Ink, light window: Ink) {
        let hull = [Spot(-150, -62), Spot(-120, 4), Spot(110, 4), Spot(168, -92), Spot(60, -60)]
        shape(hull, colour)
        shape([Spot(-96, -60), Spot(-90, -140), Spot(-10, -140), Spot(2, -60)], colour)
        box(-78, -126, 22, 26, window, 0.95)
        box(-46, -126, 22, 26, window, 0.95)
        line(Spot(40, -60), Spot(34, -290), colour, 8)
        line(Spot(-70, -140), Spot(-74, -220), colour, 6)
        lines([Spot(160, -90), Spot(34, -284), Spot(-140, -62)], colour, 2.5)
        line(Spot(38, -120), Spot(120, -220), colour, 5)
    }

    /// A sailing boat with its sails down, seen from abeam.
    mutating func yacht(_ colour: Ink) {
        path("M-90 -24C-60 10 60 10 100 -30Z", fill: colour)
        line(Spot(0, -24), Spot(0, -300), colour, 5)
        lines([Spot(96, -30), Spot(0, -296), Spot(-86, -26)], colour, 2)
        line(Spot(0, -52), Spot(-84, -56), colour, 9)
    }

    /// A ferry from abeam, with two rows of lit windows.
    mutating func ferry(_ colour: Ink, upper: Ink, light window: Ink) {
        shape([Spot(-330, -70), Spot(-300, 6), Spot(290, 6), Spot(370, -86)], colour)
        shape([Spot(-290, -70), Spot(-280, -136), Spot(250, -136), Spot(280, -76)], upper)
        shape([Spot(-230, -136), Spot(-220, -190), Spot(170, -190), Spot(200, -136)], upper)
        shape([Spot(90, -190), Spot(100, -236), Spot(180, -236), Spot(188, -190)], upper)
        shape([Spot(-130, -190), Spot(-140, -280), Spot(-60, -280), Spot(-50, -190)], colour)
        box(-140, -262, 82, 18, window, 0.8)
        for place in 0..<17 { box(-264 + Double(place) * 30, -116, 17, 20, window, 0.92, round: 3) }
        for place in 0..<12 { box(-206 + Double(place) * 31, -174, 17, 18, window, 0.92, round: 3) }
        box(106, -226, 70, 18, window, 0.95)
        line(Spot(140, -236), Spot(138, -330), colour, 5)
        line(Spot(330, -84), Spot(326, -160), colour, 4)
    }

    /// A lighthouse on a rock.
    mutating func lighthouse(_ colour: Ink, upper: Ink, light lamp: Ink) {
        path("M-190 10C-140 -50 -90 -40 -60 -72L70 -76C120 -40 150 -50 210 10Z", fill: colour)
        shape([Spot(-48, -70), Spot(-28, -400), Spot(28, -400), Spot(48, -70)], upper)
        shape([Spot(10, -70), Spot(8, -400), Spot(28, -400), Spot(48, -70)], colour, 0.45)
        box(-42, -412, 84, 14, colour)
        box(-24, -462, 48, 50, lamp)
        shape([Spot(-32, -462), Spot(0, -506), Spot(32, -462)], colour)
        line(Spot(0, -462), Spot(0, -412), colour, 4)
    }

    /// A buoy with a lamp.
    mutating func buoy(_ colour: Ink, light lamp: Ink) {
        path("M-46 0C-40 34 40 34 46 0Z", fill: colour)
        lines([Spot(-36, 0), Spot(-12, -120), Spot(12, -120), Spot(36, 0)], colour, 7)
        line(Spot(-26, -50), Spot(26, -50), colour, 5)
        disc(Spot(0, -134), 13, lamp)
    }

    /// A rowing gig with its crew, oars out.
    mutating func gig(_ colour: Ink, oars: Int) {
        path("M-300 -34C-200 20 220 20 310 -40C200 -14 -200 -14 -300 -34Z", fill: colour)
        for place in 0..<oars {
            let x = -170 + Double(place) * 340 / Double(max(1, oars - 1))
            oval(Spot(x, -62), 17, 40, colour, turned: 14)
            disc(Spot(x + 10, -112), 15, colour)
            line(Spot(x + 6, -64), Spot(x - 96, 34), colour, 5)
        }
        oval(Spot(250, -70), 16, 38, colour)
        disc(Spot(252, -118), 15, colour)
    }

    /// A swimmer's head and arm, and the rings around.
    mutating func swimmer(_ colour: Ink, rings: Ink) {
        for ring in 1...5 {
            stroke(
                "M\(-ring * 62) 4C\(-ring * 30) \(ring * 10) \(ring * 30) \(ring * 10) \(ring * 62) 4", rings, 3, 0.5)
        }
        path("M-24 6C-30 -40 22 -44 24 6Z", fill: colour)
        stroke("M20 4C60 -60 96 -70 128 -8", colour, 13)
    }

    /// A quay wall seen along the water, with bollards.
    mutating func quay(from x: Double, to end: Double, y: Double, _ colour: Ink) {
        box(min(x, end), y, abs(end - x), 60 * unit, colour)
        for step in stride(from: min(x, end) + 40 * unit, to: max(x, end), by: 150 * unit) {
            box(step, y - 20 * unit, 18 * unit, 24 * unit, colour, round: 6 * unit)
            box(step + 60 * unit, y + 10 * unit, 12 * unit, 130 * unit, colour)
        }
    }
}
