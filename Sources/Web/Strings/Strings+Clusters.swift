import Library

extension Strings {
    static let topic = "Topic"
    static let seeTopic = "See who told it first, in order of time"
    static let firstToTell = "First to tell"
    static let leadsTopic = "Leads"
    static let isCopy = "The same text as before"
    static let isNew = "New"
    static let isTitleGuess = "Placed by its title alone"
    static let howTopicsForm =
        "Stories are gathered here by the words of their titles and first paragraphs. Nothing you read or open counts."
    static func topicShowsAll(besides title: String) -> String {
        "Stories of all your newspapers are here, not of \(title) alone."
    }
    /// Returns a line such as "2 new since your last visit, yesterday".
    static func newInTopic(_ count: Int, since visit: String) -> String {
        "\(count) new since your last visit, \(visit)"
    }
    static let unsaveTopic = "Remove all from saved"

    static func markTopicRead(_ count: Int) -> String { count == 1 ? "Mark 1 read" : "Mark all \(count) read" }
    static func saveTopic(_ count: Int) -> String { "Save all \(count)" }

    /// Returns a line such as "Also at Daily Quay, Press Box and 3 more".
    static func alsoAt(_ names: [String]) -> String {
        let (first, more) = (names.prefix(2), names.count - 2)
        return "Also at "
            + (more > 0 ? "\(first.joined(separator: ", ")) and \(more)\u{A0}more" : first.joined(separator: " and "))
    }

    /// Returns a line such as "5 publishers since 14:10; leads because Daily Quay has led nothing else that day".
    /// - Parameter titled: the story whose title stands above the line; if it is not the one that leads, the line names that.
    static func reason(of cluster: StoryCluster, below titled: StoryCluster.Member, _ time: TimeFormatter) -> String {
        let count = cluster.voiceCount == 1 ? "1 publisher" : "\(cluster.voiceCount) publishers"
        let begin = "\(count) since \(time.since(cluster.since))"
        let name = cluster.lead.publisher
        let leads = titled.row.id == cluster.lead.row.id ? "leads because \(name)" : "\(name) leads because it"
        let day = time.dayNumber(cluster.since) == time.dayNumber(time.now) ? "today" : "that day"
        return switch cluster.leadReason {
        case .onlyPublisher: begin
        case .ledNothingElse: "\(begin); \(leads) has led nothing else \(day)"
        case .ledLeast: "\(begin); \(leads) has led no more often than the others \(day)"
        case .ledLeastThen: "\(begin); \(leads) has led no more often than the others at that time"
        }
    }
}
