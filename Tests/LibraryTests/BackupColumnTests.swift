import News
import TestSupport
import Testing

@testable import Library

/// A backup takes the tables and columns of a list. A column that is new in the schema is in neither of these until somebody
/// has thought about it: is it a reader's, or a secret, or of a server that runs?
@Suite struct BackupColumnTests {
    private static let taken = """
        picture: id address width height colour measured_at
        picture_rendition: picture_id address width height
        source: id kind address
        channel: id source_id address host title site about format icon_id state reason due_at due_for asked_at \
          answered_at whole_at changed_at fresh_until asks_whole failures error http_status moved_to moved_seen \
          newest_at newest_story full_text next_page is_finding
        story: id source_id key digest title dek byline link external_link shown_at published_at arrived_at language \
          direction topics words picture_count has_audio has_video enclosures discussion comment_count link_key \
          title_key purged_at is_elsewhere is_featured points kind poll site_name standing is_author_new
        story_picture: story_id position picture_id alt caption credit full_text_at
        story_group: story_id group_id
        channel_story: channel_id story_id shown_at rank_key
        story_text: story_id html plain rules
        story_original: story_id packed size base
        full_text: story_id fetched_at address byline dek html plain words rules
        full_text_page: story_id part address packed size
        full_text_picture: story_id position picture_id alt caption credit
        linked_page: id address story_id seen_at fetched_at found_at title site byline published_at language is_rtl \
          words size is_cut_short is_passing rules
        linked_page_part: page_id piece html
        linked_page_picture: page_id position picture_id alt caption credit
        discussion: story_id answered_at rules missing is_open
        comment: id story_id key parent rank depth author is_by_author html published_at link kind standing fade \
          digest is_author_new is_collapsed
        pack: source_id identity version digest parts title languages licence credits address base_map base_map_size \
          page_count photograph_count place_count installed_at
        pack_page: source_id slug story_id parent position tree_order child_count title kind colour ground address \
          latitude longitude
        pack_picture: source_id page slot rendition media
        pack_photograph: source_id name position caption credit
        pack_photograph_file: source_id photograph rendition media
        pack_medium: source_id sha256 type size
        pack_change: source_id replaced new_pages changed_pages gone_pages
        reader: id name preferences change_number made_at
        visit: reader_id seen_at seen_story before_at before_story
        folder: id reader_id title path position edition is_listed
        subscription: reader_id channel_id folder_id title read_through newest_at followed_at is_followed
        mark: reader_id kind story_id value at change_number deed
        recent_search: reader_id words at
        edition: id directory_id
        section_channel: section_id channel_id position address
        topic: id reader_id edition subject subject_key section_id channel_id made_at
        offered_topics: reader_id edition offered_at
        mute: id reader_id kind words channel_id in_text made_at until_at swept_to
        muted_story: reader_id story_id mute_id
        reading_progress: reader_id story_id part at whole anchor kept_at
        last_visited_path: reader_id edition path
        discussion_visit: reader_id story_id seen_at seen_comment seen_count before_comment
        member_account: reader_id source_id name signed_in_at lost_at karma replies_checked_at replies_due_at \
          replies_interval
        outbox: id reader_id source_id story_id comment_key kind payload state outcome created_at sent_at ended_at \
          attempts was_unknown
        draft: reader_id kind story_id comment_id source_id title url text revision updated_at
        guest_author: reader_id name email url is_cookie_allowed
        """

    private static let left = """
        picture: failed_until claimed_until
        channel: memory claimed_until wait_until complaints
        linked_page: remark
        discussion: complaints
        reader: password
        outbox: token claimed_by claimed_at
        """

    private static func parse(_ text: String) -> [String: Set<String>] {
        let lines = text.split(separator: "\n").map {
            $0.split(whereSeparator: { $0 == " " || $0 == ":" }).map(String.init)
        }
        return Dictionary(uniqueKeysWithValues: lines.map { ($0[0], Set($0.dropFirst())) })
    }

    @Test func `every column is taken into a backup or left out on purpose`() async throws {
        let fixture = try LibraryFixture()
        let (taken, left) = (Self.parse(Self.taken), Self.parse(Self.left))
        #expect(Set(taken.keys) == Set(RestoredTable.all.map(\.name)))
        for table in RestoredTable.all {
            let columns = try await fixture.library.context.database.read { transaction in
                try transaction.all("select name, type from pragma_table_info('\(table.name)')") {
                    (name: $0.text("name"), type: $0.text("type"))
                }
            }
            let excluded = columns.filter { table.rule($0.name, type: $0.type) == .excluded }.map(\.name)
            #expect(Set(columns.map(\.name)).subtracting(excluded) == taken[table.name], "\(table.name)")
            #expect(Set(excluded) == left[table.name] ?? [], "\(table.name)")
        }
    }
}
