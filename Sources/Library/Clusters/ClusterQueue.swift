/// The stories whose clusters are to be found again, kept in the database, so that none is lost with the process.
struct ClusterQueue {
    let transaction: Transaction

    /// The work that comes next for a story.
    enum Step: Int64 {
        /// Reading the terms of a story that is new or has a new text.
        case terms
        /// Weighing, and linking to other stories.
        case links
        /// Clustering the stories that its links connect.
        case cluster
        /// Choosing who leads the clusters of a part of a day; the entry's number is minus the milliseconds of its start.
        case leads
    }

    /// Adds a story, or takes it back to an earlier step.
    func add(_ story: Int64, _ step: Step) throws {
        try transaction.run(
            """
            insert into cluster_queue (story_id, step) values (?, ?)
            on conflict (story_id) do update set step = excluded.step where excluded.step < cluster_queue.step
            """, [.number(story), .number(step.rawValue)])
    }

    /// Weighs and links all stories again that others are compared with.
    func addAllForLinks() throws {
        try transaction.run(
            """
            insert into cluster_queue (story_id, step) select story_id, cast(? as bigint) from story_terms where length(vector) > 0
            on conflict (story_id) do update set step = excluded.step where excluded.step < cluster_queue.step
            """, [.number(Step.links.rawValue)])
    }

    /// Returns the next stories of a step.
    func next(_ step: Step, limit: Int) throws -> [Int64] {
        try transaction.numbers(
            "select story_id from cluster_queue where step = ? order by story_id limit ?",
            [.number(step.rawValue), .number(limit)])
    }

    func move(_ story: Int64, to step: Step) throws {
        try transaction.run(
            "update cluster_queue set step = ? where story_id = ?", [.number(step.rawValue), .number(story)])
    }

    func remove(_ story: Int64) throws {
        try transaction.run("delete from cluster_queue where story_id = ?", [.number(story)])
    }

    func count() throws -> Int { try transaction.count("select count(*) from cluster_queue") }
}
