import type { TimingSource } from '@purple-sector/contracts/admin/live-timing'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import type { RunSource } from './timing-source.ts'

/** How long a lease lasts without being renewed, and how long before the planned start a source is due. */
export const LEASE_MS = 5_000
const DUE_BEFORE = "interval '15 minutes'"

/** A source that is ours to listen to. */
export type HeldSource = Omit<RunSource, 'allowPrivate'> & {
  raceId: number
  kind: Exclude<TimingSource['kind'], 'push'>
  generation: number
  /** Of the lease: each change of hands raises it. */
  epoch: number
}

type Row = Pick<HeldSource, 'raceId' | 'kind' | 'url' | 'picked' | 'sessions' | 'generation' | 'epoch'> & {
  name: string
  sessionType: HeldSource['session']['sessionType']
  raceNumber: number | null
  startsAt: Date | null
  hasStarted: boolean
  category: string | null
  otherNames: string[] | null
}

/** It is listened to until its session is over; one that starts by itself not before it is due. */
const DUE = `
  s.kind <> 'push' and r.status <> 'completed'
  and not exists (select from result_revisions where race_id = r.id)
  and (not s.start_automatically or r.status = 'running' or r.starts_at <= clock_timestamp() + ${DUE_BEFORE})`

/** SQL: whether there is one to listen to, whoever listens. */
export const SOURCES_DUE = `select from timing_sources s join races r on r.id = s.race_id where ${DUE}`

const TAKE = `
with due as (
  select s.race_id from timing_sources s join races r on r.id = s.race_id
  where s.expires_at < clock_timestamp() and ${DUE}
  for update of s skip locked
), taken as (
  update timing_sources s
  set owner = :owner, epoch = s.epoch + 1, expires_at = clock_timestamp() + :lease * interval '1 ms'
  from due where s.race_id = due.race_id returning s.*
)
select s.race_id as "raceId", s.kind, s.url, s.picked, s.sessions, s.epoch, t.generation,
  r.name, r.session_type as "sessionType", r.race_number as "raceNumber", r.starts_at as "startsAt",
  t.started_at is not null as "hasStarted",
  c.name as category, c.other_names as "otherNames"
from taken s join timing_sessions t using (race_id) join races r on r.id = s.race_id
left join categories c on c.id = r.category_id`

const RENEW = `
update timing_sources s set expires_at = clock_timestamp() + :lease * interval '1 ms'
from races r
where r.id = s.race_id and s.owner = :owner and s.race_id = any(:raceIds::int[]) and ${DUE}
returning s.race_id as "raceId", s.epoch, r.starts_at as "startsAt"`

const heldOf = ({ name, sessionType, raceNumber, startsAt, hasStarted, category, otherNames, ...row }: Row) => ({
  ...row,
  session: {
    name,
    sessionType,
    raceNumber,
    startsAt,
    hasStarted,
    categoryNames: [...(category === null ? [] : [category]), ...(otherNames ?? [])],
  },
})

/** What a renewal says of a source that is held. */
type Renewed = { epoch: number; startsAt: Date | null }

/** What is told of a source by whoever listens to it. */
export type Told = {
  state: TimingSource['state']
  error: string | null
  received: number
  skipped: number
  heardAt: Date | null
  sessions: TimingSource['sessions'] | undefined
}

/**
 * Which process listens to which source: exactly one to each, by a lease of five seconds. Postgres' clock decides. Who
 * changes a source takes it away from whoever listens, who finds it out at the next renewal.
 */
export const sourceLeases = (database: Database | Transaction, owner: string) => ({
  /** What is due and nobody else's, ours from here on. */
  async take(): Promise<HeldSource[]> {
    const { rows } = await prepared<Row>(database, 'take-sources', TAKE, { owner, lease: LEASE_MS })
    return rows.map(heldOf)
  },

  /**
   * Those that are still ours and due, by race, with the planned start there is now. Only what is listened to is renewed: what was taken while
   * its answer was lost, or could not be released, runs out and is taken again.
   */
  async renew(raceIds: readonly number[]): Promise<Map<number, Renewed>> {
    if (raceIds.length === 0) return new Map()
    const { rows } = await database.raw<{ rows: (Renewed & { raceId: number })[] }>(RENEW, {
      owner,
      raceIds,
      lease: LEASE_MS,
    })
    return new Map(rows.map(({ raceId, ...renewed }) => [raceId, renewed]))
  },

  /** What has become of a source since it was told last, unless it is another's meanwhile. */
  async tell(
    { raceId, epoch }: HeldSource,
    { state, error, received, skipped, heardAt, sessions }: Told,
  ): Promise<boolean> {
    const told = await database('timing_sources')
      .where({ race_id: raceId, owner, epoch })
      .update({
        state,
        error,
        received: database.raw('received + ?', [received]),
        skipped: database.raw('skipped + ?', [skipped]),
        ...(heardAt && { last_snapshot_at: heardAt }),
        ...(sessions && { sessions: JSON.stringify(sessions) }),
      })
    return told > 0
  },

  /** Lets another take it over at once. */
  async release({ raceId, epoch }: HeldSource): Promise<void> {
    await database('timing_sources')
      .where({ race_id: raceId, owner, epoch })
      .update({ state: 'idle', owner: null, expires_at: '-infinity' })
  },
})
