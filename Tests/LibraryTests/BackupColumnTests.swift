import News
import TestSupport
import Testing

@testable import Library

/// Tests of the tables and columns that a backup takes. A new column of the schema is in neither list until somebody
/// decides: does it belong to a reader, is it a secret, or does it belong to a running server?
@Suite struct BackupColumnTests {
    private static let taken = """
        picture: id address width height mean_colour measured_at
        picture_rendition: picture_id address width height
        source: id kind address
        channel: id source_id address host title site_address description format icon_id state polling_reason due_at due_reason \
          last_attempt_at \
          last_success_at last_full_fetch_at last_changed_at fresh_until is_unconditional consecutive_failures \
          failure_code http_status moved_to move_confirmations \
          newest_at newest_story_id full_text_choice older_cursor is_result_list
        story: id source_id origin_key content_hash title dek byline link external_link shown_at published_at arrived_at \
          language \
          direction tags word_count picture_count has_audio has_video enclosures discussion_link comment_count \
          link_hash \
          title_hash purged_at is_external is_featured points kind poll site_name moderation_state is_author_new
        story_picture: story_id position picture_id alt caption credit added_from_full_text_at
        story_group: story_id group_id
        channel_story: channel_id story_id shown_at rank_key
        story_text: story_id html plain_text rules_version
        story_original: story_id compressed_html uncompressed_size base_address
        full_text: story_id fetched_at address byline dek html plain_text word_count rules_version
        full_text_page: story_id part address compressed_html uncompressed_size
        full_text_picture: story_id position picture_id alt caption credit
        linked_page: id address story_id last_opened_at fetched_at resolved_address title site_name byline \
          published_at language is_right_to_left \
          word_count size is_truncated is_no_store rules_version
        linked_page_part: page_id part html
        linked_page_picture: page_id position picture_id alt caption credit
        discussion: story_id fetched_at rules_version missing_count accepts_comments
        comment: id story_id origin_key parent_key display_order depth author is_by_story_author html published_at link kind moderation_state \
          fade_percent \
          content_hash is_author_new is_collapsed
        pack: source_id identity version digest part_digests title languages licence credits address base_map base_map_size \
          page_count photograph_count place_count installed_at
        pack_page: source_id slug story_id parent_slug position tree_order child_count title kind colour \
          background_number web_address latitude longitude
        pack_picture: source_id page_slug slot rendition media_sha256
        pack_photograph: source_id name position caption credit
        pack_photograph_file: source_id photograph_name rendition media_sha256
        pack_medium: source_id sha256 type size
        pack_change: source_id replaced_version new_pages changed_pages removed_pages
        pack_project: id identity created_at change_number published_version published_change_number published_at \
          publish_failure is_served
        pack_project_change: project_id number made_at editor_key editor_name action subject undone_number
        pack_project_revision: project_id kind name change_number compressed_item uncompressed_size
        pack_project_medium: project_id sha256 type size
        reader: id name preferences change_number created_at role name_key
        visit: reader_id last_visit_at last_visit_newest_story_id previous_visit_at previous_visit_newest_story_id
        folder: id reader_id title path position edition is_listed
        subscription: reader_id channel_id folder_id title read_through newest_at followed_at is_followed
        mark: reader_id kind story_id is_set at change_number action_number
        recent_search: reader_id query searched_at
        edition: id directory_channel_id kept_back_kinds
        section_channel: section_id channel_id position address
        topic: id reader_id edition subject subject_key section_id channel_id created_at
        default_headlines: reader_id edition followed_at
        mute: id reader_id kind words channel_id matches_text created_at expires_at applied_down_to_story_id
        muted_story: reader_id story_id mute_id
        kept_back_choice: reader_id edition kinds
        reading_progress: reader_id story_id part position length anchor updated_at
        last_visited_path: reader_id edition path
        discussion_visit: reader_id story_id last_visit_at newest_seen_comment_id seen_comment_count \
          previous_newest_comment_id
        cluster_visit: reader_id story_id visited_at previous_visit_at
        digest_schedule: reader_id edition is_on hours zone chosen_at feed_name
        digest: id reader_id edition number slug due_at zone period_begin_at period_end_at opened_at summary content
        alert_rule: id reader_id kind value target_id publisher_count window_minutes has_follow_ups created_at
        alert_settings: reader_id quiet_from_minute quiet_to_minute zone daily_limit
        alert: id reader_id rule_id story_id edition title publisher reason message_id state held_reason \
          is_silenced created_at due_at sent_at
        alert_story: story_id alert_id
        member_account: reader_id source_id name signed_in_at session_lost_at karma replies_checked_at \
          replies_due_at \
          replies_interval_seconds
        outbox: id reader_id source_id story_id comment_key kind payload state outcome created_at sent_at ended_at \
          attempt_count was_outcome_unknown
        draft: reader_id kind story_id comment_id source_id title url text revision updated_at
        guest_author: reader_id name email url is_cookie_allowed
        """

    private static let left = """
        picture: retry_at claimed_until
        channel: source_state claimed_until backoff_until diagnostics
        linked_page: diagnostic
        alert_settings: excluded_ways
        pack_project: publish_due_at publishing_version publishing_change_number file_path file_sha256
        discussion: diagnostics
        reader: password_hash
        digest_schedule: feed_token_hash
        outbox: form_token claimed_by claimed_at
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
