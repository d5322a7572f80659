-- Whether tips of the open competition are handed in for the member's group too (docs/rules.md, Tips).
alter table members add column uses_open_tips boolean not null default false;
