internal import Foundation

/// The page of a user, with a form if the user is the member who requests it.
extension CommunityHTMLRenderer {
    func user(_ name: String) -> String {
        guard let person = snapshot.dataset.users[name] else { return "No such user." }
        let day = TimestampFormatter(person.joinedAt).rfc3339.prefix(10)
        let time = Int(person.joinedAt.timeIntervalSince1970)
        let rows = """
            <tr class='athing'><td valign="top">user:</td><td timestamp="\(time)"><a href="user?id=\(name)" class="hnuser">\(name)</a></td></tr>
            <tr><td valign="top">created:</td><td><a href="front?day=\(day)&amp;birth=\(name)">\(Self.formattedDate(person.joinedAt))</a></td></tr>
            <tr><td valign="top">karma:</td><td>\(person.karma)</td></tr>
            """
        if viewer?.name == name { return ownProfile(name, rows) }
        return pageLayout(
            """
            <tr><td><table border="0">
            \(rows)
            <tr><td valign="top">about:</td><td style="overflow:hidden;">\(person.about)</td></tr>
            \(link("submitted", "submissions", name))
            \(link("threads", "comments", name))
            </table></td></tr>
            """)
    }

    private func ownProfile(_ name: String, _ rows: String) -> String {
        let form = CommunityForms(viewer: viewer, isOld: behaviour.markup == .storylink).profile(rows)
        let links = [
            ("submitted", "submissions"), ("threads", "comments"), ("hidden", "hidden"),
            ("upvoted", "upvoted submissions"),
            ("favorites", "favorites"),
        ]
        let list = links.map { link($0.0, $0.1, name) }.joined(separator: "\n")
        return pageLayout("<tr><td>\(form)<table border=\"0\">\(list)</table></td></tr>")
    }

    private func link(_ page: String, _ text: String, _ name: String) -> String {
        "<tr><td></td><td><a href=\"\(page)?id=\(name)\"><u>\(text)</u></a></td></tr>"
    }

    /// Formats a date such as `November 3, 2019`.
    private static func formattedDate(_ date: Date) -> String {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let parts = TimestampFormatter(date).rfc3339.prefix(10).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return "" }
        return "\(months[parts[1] - 1]) \(parts[2]), \(parts[0])"
    }
}
