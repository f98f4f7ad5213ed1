/// The names of devices by User-Agent.
public enum DeviceName {
    /// Returns true for phones and tablets.
    static func isHandheld(_ agent: String?) -> Bool {
        ["iPhone", "iPad", "Android", "Mobile"].contains { agent?.contains($0) == true }
    }

    /// Returns a name such as "Safari on iPhone"; for an unknown User-Agent its first word.
    public static func of(_ agent: String?) -> String {
        guard let agent, !agent.isEmpty else { return "Unknown device" }
        let systems = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"),
            ("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux"),
        ]
        // The order matters: most User-Agents name other browsers too.
        let browsers = [
            ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox/", "Firefox"),
            ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
            ("AppleWebKit", "Safari"),
        ]
        let system = systems.first { agent.contains($0.0) }?.1
        let browser = browsers.first { agent.contains($0.0) }?.1
        switch (browser, system) {
        case (let browser?, let system?): return "\(browser) on \(system)"
        case (nil, let system?): return system
        case (let browser?, nil): return browser
        case (nil, nil): return String(agent.prefix { $0 != "/" && $0 != " " }.prefix(40))
        }
    }
}
