import type { Database } from '@purple-sector/database'

const renames = `
-- What is published: notifications, votes, polls, reaction counts and heat maps.
alter table notifications rename column told_at to published_at;
alter index notifications_untold rename to notifications_unpublished;
alter table votes rename column is_told to is_published;
alter index votes_untold rename to votes_unpublished;
alter table polls rename column told_at to published_at;
alter table reaction_counts rename column told_at to published_at;
alter table heat_maps rename column told_version to published_version;
alter table heat_maps rename column told_map to published_hash;
alter table heat_maps rename column kept_at to saved_at;

-- Events from before this time notify no user.
alter table news_since rename to notifications_enabled_at;

-- Delayed by quiet hours.
alter table deliveries rename column is_held to is_delayed;

alter table reminded rename to sent_reminders;
alter table sent_reminders rename constraint reminded_pkey to sent_reminders_pkey;
alter index reminded_weekend rename to sent_reminders_weekend;
alter index reminded_user rename to sent_reminders_user;

-- Whether a tip was early or late, recorded once per change of the tip.
alter table judged_tips rename to tip_timings;
alter table tip_timings rename column judged_at to recorded_at;
alter table tip_timings rename constraint judged_tips_pkey to tip_timings_pkey;
alter index judged_tips_user rename to tip_timings_user;
alter index judged_tips_weekend rename to tip_timings_weekend;
alter index judged_tips_group rename to tip_timings_group;

-- Results whose achievements are still to be counted, and weekends to be checked whether they are over.
alter table results_to_count rename to pending_results;
alter table pending_results rename constraint results_to_count_pkey to pending_results_pkey;
alter index results_to_count_weekend rename to pending_results_weekend;
alter sequence results_to_count_id_seq rename to pending_results_id_seq;
alter table weekends_to_close rename to pending_weekend_closings;
alter table pending_weekend_closings rename constraint weekends_to_close_pkey to pending_weekend_closings_pkey;

-- Deleted weekends, groups and accounts whose rows are removed in two passes.
alter table scopes_to_remove rename to pending_removals;
alter table pending_removals rename column again_at to second_pass_at;
alter table pending_removals rename constraint scopes_to_remove_pkey to pending_removals_pkey;
alter table pending_removals rename constraint scopes_to_remove_type_check to pending_removals_type_check;
`

export const up = async (database: Database): Promise<void> => {
  await database.raw(renames)
}

/** Migrations are append-only: what one did, a later one undoes. */
export const down = async (): Promise<void> => {}
