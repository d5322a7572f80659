import type { Database } from '@purple-sector/database'

/* Renames the table of ended memberships in place: its rows are ends of memberships that are pending for tipping. */
const plainNames = `
alter table pending_endings rename to pending_membership_ends;
alter index pending_endings_pkey rename to pending_membership_ends_pkey;
alter index pending_endings_group_id_idx rename to pending_membership_ends_group_id_idx;
alter sequence pending_endings_id_seq rename to pending_membership_ends_id_seq;
`

export const up = async (sql: Database): Promise<void> => {
  await sql.raw(plainNames)
}

export const down = async (): Promise<void> => {
  throw new Error('Migrations are append-only.')
}
