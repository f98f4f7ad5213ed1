/// How a publication's stories lie in the week before the start: when its newest came, how far back the oldest lies,
/// and how much they crowd towards now.
struct Rhythm: Sendable, Hashable {
    /// Minutes between the newest story and the start.
    var newest: Double
    /// Hours between the oldest story and the start.
    var span: Double
    /// 1 spreads evenly; more crowds towards the start.
    var crowding: Double

    /// The ages in seconds of `count` stories, newest first, uneven but always the same for a seed.
    func ages(count: Int, seed: String) -> [Double] {
        var dice = Dice(seed)
        let reach = span * 3600 - newest * 60
        return (0..<count).map { place in
            guard place > 0 else { return newest * 60 }
            let wobble = dice.roll(-0.38...0.38)
            let share = min(1, (Double(place) + wobble) / Double(max(1, count - 1)))
            var power = share
            // An integer part and a linear blend are enough here, and need no maths library.
            for _ in 1..<max(1, Int(crowding)) { power *= share }
            let blend = crowding - crowding.rounded(.down)
            return (newest * 60 + reach * (power * (1 - blend) + power * share * blend)).rounded()
        }
    }
}
