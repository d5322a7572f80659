import { type Database, prepared, type Transaction } from '@purple-sector/database'
import type { ScopeRules } from './rules.ts'

type Group = { groupId: number; adminUserId: string; name: string }

/** A weekend that a group takes part in, with the races that it selects there; none selected means all. */
type GroupWeekend = { weekendId: number; selectedRaceIds: number[] }

/** A scope of a group that is not deleted. */
export type GroupScope = { id: number; weekendId: number }
/** `isWanted`: among the weekends that it was compared with; `hasRules`: with the rules in force. */
type ComparedScope = GroupScope & { isWanted: boolean; hasRules: boolean }

const rulesRow = (rules: ScopeRules) => ({
  selectedRaceIds: rules.selectedRaceIds,
  useCustomPoints: rules.useCustomPoints,
  customPoints: JSON.stringify(rules.customPoints),
  hide: rules.hidePointsUntilApproved,
  prevent: rules.preventPointsUntilApproved,
  lockAfterFirst: rules.lockTipsAfterFirstEvent,
})

const OTHER_RULES = `:useCustomPoints::boolean, :customPoints::jsonb, :hide::boolean, :prevent::boolean,
  :lockAfterFirst::boolean`
const RULES = `:selectedRaceIds::integer[], ${OTHER_RULES}`
const COLUMNS = `selected_race_ids, use_custom_points, custom_points, hide_points_until_approved,
  prevent_points_until_approved, lock_tips_after_first_event`

const WANTED = `wanted as materialized (
  select * from json_to_recordset(:weekends::json) as w ("weekendId" integer, "selectedRaceIds" integer[])
)`

/** The scopes of a group, compared with the weekends and rules that it should have. */
const COMPARED = `
with ${WANTED}
select scopes.id, scopes.weekend_id as "weekendId", wanted."weekendId" is not null as "isWanted",
  coalesce(row(${COLUMNS}) is not distinct from row(wanted."selectedRaceIds", ${OTHER_RULES}), false) as "hasRules"
from scopes left join wanted on wanted."weekendId" = scopes.weekend_id
left join lateral (select * from scope_rules where scope_id = scopes.id order by in_force_from desc limit 1) rules on true
where scopes.group_id = :groupId and not scopes.deleted order by scopes.weekend_id`

const OPENED = `
with ${WANTED}, opened as (
  insert into scopes (weekend_id, group_id, admin_user_id, name, version)
  select "weekendId", :groupId::integer, :adminUserId, :name,
    (select coalesce(max(version), 0) from scopes where group_id = :groupId)
  from wanted order by "weekendId" returning id, weekend_id
)
insert into scope_rules (scope_id, in_force_from, ${COLUMNS})
select opened.id, clock_timestamp(), wanted."selectedRaceIds", ${OTHER_RULES}
from opened join wanted on wanted."weekendId" = opened.weekend_id returning scope_id`

/**
 * Scopes with their rules: the open competition of a weekend, and groups. The first rules of an open competition are in
 * force from the beginning, those of a group and all later ones from the database's clock on. Write only under the lock
 * of the weekend and, for a group, also of the group (`groups/group-projection.ts`).
 */
export const scopeRepository = (sql: Database | Transaction) => ({
  /** Returns the scope of the weekend's open competition; creates it with its first rules if it is missing. */
  async ensureOpen(weekendId: number, rules: ScopeRules): Promise<{ id: number; isNew: boolean }> {
    const inserted = await sql.raw<{ rows: { id: number }[] }>(
      `insert into scopes (weekend_id) values (?) on conflict (weekend_id) where group_id is null do nothing returning id`,
      [weekendId],
    )
    const [row] = inserted.rows
    if (row) {
      await sql.raw(
        `insert into scope_rules (scope_id, in_force_from, ${COLUMNS}) values (:scopeId, '-infinity', ${RULES})`,
        { scopeId: row.id, ...rulesRow(rules) },
      )
      return { id: row.id, isNew: true }
    }
    const scope = await sql('scopes').where({ weekend_id: weekendId }).whereNull('group_id').first('id')
    return { id: scope.id, isNew: false }
  },

  /** Finds the scopes of a group, and which of them stay as they are. Call it under the group's lock. */
  async compare(groupId: number, weekends: readonly GroupWeekend[], rules: ScopeRules): Promise<ComparedScope[]> {
    const bindings = { groupId, weekends: JSON.stringify(weekends), ...rulesRow(rules) }
    return (await prepared<ComparedScope>(sql, 'compare-scopes', COMPARED, bindings)).rows
  },

  /**
   * Creates scopes of a group in these weekends, and returns their ids. A race that locked before tipping knew the
   * scope is never scored in it. The version of the board continues from the group's former weekends, so it never
   * decreases.
   */
  async open(group: Group, weekends: readonly GroupWeekend[], rules: ScopeRules): Promise<number[]> {
    const bindings = { ...group, weekends: JSON.stringify(weekends), ...rulesRow(rules) }
    const { rows } = await prepared<{ scope_id: number }>(sql, 'open-scopes', OPENED, bindings)
    return rows.map(({ scope_id }) => scope_id)
  },

  async findGroup(groupId: number, weekendId: number): Promise<GroupScope | undefined> {
    const scope = await sql('scopes').where({ group_id: groupId, weekend_id: weekendId, deleted: false }).first('id')
    return scope && { id: scope.id, weekendId }
  },

  /** Changes all scopes of the group. */
  async change({ groupId, adminUserId, name }: Group): Promise<void> {
    await sql('scopes')
      .where({ group_id: groupId, deleted: false })
      .whereRaw('(admin_user_id, name) is distinct from (?, ?)', [adminUserId, name])
      .update({ admin_user_id: adminUserId, name })
  },

  /**
   * Marks scopes as deleted: their boards and tips disappear at once, their rows are removed in batches later
   * (`deletion/remove-ended-groups.ts`).
   */
  async end(scopeIds: readonly number[]): Promise<void> {
    await sql('scopes').whereIn('id', scopeIds).update({ deleted: true })
  },

  /**
   * Adds a version of the rules from now on, or from the moment at which they were decided; returns false if they equal
   * the present ones. Versions keep the order in which they are published. A decision that was made before a race was
   * scored, but arrives later, does not change that race.
   */
  async changeRules(scopeId: number, rules: ScopeRules, decidedAt: string | null = null): Promise<boolean> {
    const { rows } = await sql.raw<{ rows: unknown[] }>(
      `with present as (
         select ${COLUMNS}, in_force_from from scope_rules where scope_id = :scopeId order by in_force_from desc limit 1
       ), scored as (
         select max(greatest(race.locks_at, result.locks_at)) as locks_at from races race
         left join classifications result on result.race_id = race.race_id and result.revision = race.scored_revision
         where race.weekend_id = (select weekend_id from scopes where id = :scopeId) and scored_revision is not null
       )
       insert into scope_rules (scope_id, in_force_from, ${COLUMNS})
       select :scopeId::bigint, case when :decidedAt::timestamptz is null then clock_timestamp() else greatest(
           least(:decidedAt::timestamptz, clock_timestamp()),
           (select in_force_from from present) + interval '1 microsecond',
           (select locks_at from scored) + interval '1 microsecond'
         ) end, ${RULES}
       where not exists (
         select from present where row(${COLUMNS}) is not distinct from row(${RULES})
       ) returning 1`,
      { scopeId, decidedAt, ...rulesRow(rules) },
    )
    if (rows.length === 0) return false
    await this.hidePending(scopeId)
    return true
  },

  /** Hides or unhides the points of pending members by the present rules. */
  async hidePending(scopeId: number): Promise<void> {
    await sql.raw(
      `with changed as (
         update standings s set hidden = not s.hidden
         from memberships m, lateral (
           select hide_points_until_approved as hides from scope_rules
           where scope_id = :scopeId order by in_force_from desc limit 1
         ) rules
         where s.scope_id = :scopeId and m.id = s.membership_id and s.hidden <> (rules.hides and m.approved_at is null)
         returning 1
       )
       insert into scopes_to_refresh (scope_id) select :scopeId::bigint where exists (select from changed)
       on conflict do nothing`,
      { scopeId },
    )
  },

  async hasTips(scopeId: number): Promise<boolean> {
    return (await sql('tips').where({ scope_id: scopeId }).first('id')) !== undefined
  },

  /** Accepts no tips in the scope for this time, or until the move releases it; a further hold of the move extends it. */
  async hold(scopeId: number, moveId: string, seconds: number): Promise<void> {
    await sql.raw('delete from group_move_locks where expires_at < clock_timestamp()')
    await sql.raw(
      `insert into group_move_locks (move_id, scope_id, expires_at)
       values (:moveId, :scopeId, clock_timestamp() + make_interval(secs => :seconds))
       on conflict (move_id) do update set expires_at = excluded.expires_at`,
      { moveId, scopeId, seconds },
    )
  },

  async release(moveId: string): Promise<void> {
    await sql('group_move_locks').where({ move_id: moveId }).delete()
  },
})
