import Foundation

/// Reverts following, unfollowing and importing.
struct SubscriptionUndo {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    private struct Step {
        var channel: Int64
        var isRemoval: Bool
        var folder: [String]
        var title: String?
        var readThrough: Int64
        var followedAt: Int64
    }

    func revert(_ undo: Int64) throws {
        let steps = try transaction.all(
            """
            select channel_id, is_removal, folder_path, title, read_through, followed_at
            from undo_subscription where undo_id = ?
            """, [.number(undo)]
        ) {
            Step(
                channel: $0.number("channel_id"), isRemoval: $0.bool("is_removal"),
                folder: FolderWriter.path($0.text("folder_path")), title: $0.optionalText("title"),
                readThrough: $0.number("read_through"), followedAt: $0.number("followed_at"))
        }
        guard !steps.isEmpty else { return }
        let writer = try SubscriptionWriter(transaction, reader: reader, now: now)
        for step in steps {
            if step.isRemoval { try restore(step, writer) } else { try removeSubscription(step, writer) }
        }
        if steps.contains(where: { !$0.isRemoval }) { try removeEmptyFolders() }
    }

    private func restore(_ step: Step, _ writer: SubscriptionWriter) throws {
        let folder = try writer.folders.findOrCreate(path: step.folder)
        guard try writer.subscribe(step.channel, folder: folder, title: step.title) else { return }
        try transaction.run(
            "update subscription set read_through = ?, followed_at = ? where reader_id = ? and channel_id = ?",
            [.number(step.readThrough), .number(step.followedAt), .number(reader), .number(step.channel)])
        try ChannelWriter(transaction: transaction).schedule(step.channel, at: now)
    }

    /// Removes the subscription of this action only, as the channel may have been followed again since.
    private func removeSubscription(_ step: Step, _ writer: SubscriptionWriter) throws {
        let isSame = try transaction.exists(
            "select 1 from subscription where reader_id = ? and channel_id = ? and followed_at = ?",
            [.number(reader), .number(step.channel), .number(step.followedAt)])
        if isSame { try writer.remove(step.channel) }
    }

    private func removeEmptyFolders() throws {
        try transaction.run(
            """
            delete from folder where reader_id = ?\(FolderWriter.isFolderSQL)
              and not exists (
                select 1 from subscription u where u.reader_id = folder.reader_id and u.folder_id = folder.id)
            """, [.number(reader)])
    }
}
