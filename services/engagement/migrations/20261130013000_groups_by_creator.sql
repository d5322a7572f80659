-- Every counted activity counts the groups that its fan has founded.
create index groups_creator on groups (creator_id);
