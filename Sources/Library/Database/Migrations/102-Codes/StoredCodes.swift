/// Schema version 102: codes in place of sentences (`PollingReason`, `RefreshLogEntry.Event`, `FailureCause`).
///
/// Causes of earlier failures are forgotten; their codes and statuses stay. Pages without text are fetched again.
enum StoredCodes {
    static let sql = """
        alter table refresh_log add column changed_stories bigint not null default 0;
        alter table refresh_log add column detail text;
        delete from refresh_log where outcome = 'page';
        update refresh_log set changed_stories = 1 where outcome = 'changed';
        update refresh_log set outcome = 'merged' where outcome = 'moved' and words like 'an older address%';
        update refresh_log set detail = replace(words, 'it has moved for good to ', '') where outcome = 'moved';
        update refresh_log set detail = case
            when words like 'its host asked%' then 'host-busy' when words like 'it is left alone%' then 'suspended'
            else 'too-soon' end
          where outcome = 'skipped';
        alter table refresh_log drop column words;
        update channel set reason = '';
        update fetch_state set why = null;
        update linked_page set remark = null, rules = 0 where remark is not null;

        """
}
