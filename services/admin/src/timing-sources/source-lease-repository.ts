import type { TimingSource } from '@purple-sector/contracts/admin/live-timing'
import { type Database, prepared, type Transaction } from '@purple-sector/database'
import type { RunSource } from './timing-source.ts'

/** How long a lease lasts without renewal, and how long before the planned start a source is due. */
export const LEASE_MS = 5_000
const DUE_BEFORE = "interval '15 minutes'"

/** A source that this process has leased. */
export type LeasedSource = Omit<RunSource, 'allowPrivate'> & {
  raceId: number
  kind: Exclude<TimingSource['kind'], 'push'>
  generation: number
  /** Number of the lease; rises with each change of its owner. */
  epoch: number
}

type Row = Pick<LeasedSource, 'raceId' | 'kind' | 'url' | 'picked' | 'sessions' | 'generation' | 'epoch'> & {
  name: string
  sessionType: LeasedSource['session']['sessionType']
  raceNumber: number | null
  startsAt: Date | null
  hasStarted: boolean
  category: string | null
  otherNames: string[] | null
}

/** SQL: a source runs until its session is over; one that starts automatically only once it is due. */
const DUE = `
  s.kind <> 'push' and r.status <> 'completed'
  and not exists (select from result_revisions where race_id = r.id)
  and (not s.start_automatically or r.status = 'running' or r.starts_at <= clock_timestamp() + ${DUE_BEFORE})`

/** SQL: whether a source should run, whichever process runs it. */
export const SOURCES_DUE = `select from timing_sources s join races r on r.id = s.race_id where ${DUE}`

const ACQUIRE = `
with due as (
  select s.race_id from timing_sources s join races r on r.id = s.race_id
  where s.expires_at < clock_timestamp() and ${DUE}
  for update of s skip locked
), acquired as (
  update timing_sources s
  set owner = :owner, epoch = s.epoch + 1, expires_at = clock_timestamp() + :lease * interval '1 ms'
  from due where s.race_id = due.race_id returning s.*
)
select s.race_id as "raceId", s.kind, s.url, s.picked, s.sessions, s.epoch, t.generation,
  r.name, r.session_type as "sessionType", r.race_number as "raceNumber", r.starts_at as "startsAt",
  t.started_at is not null as "hasStarted",
  c.name as category, c.other_names as "otherNames"
from acquired s join timing_sessions t using (race_id) join races r on r.id = s.race_id
left join categories c on c.id = r.category_id`

const RENEW = `
update timing_sources s set expires_at = clock_timestamp() + :lease * interval '1 ms'
from races r
where r.id = s.race_id and s.owner = :owner and s.race_id = any(:raceIds::int[]) and ${DUE}
returning s.race_id as "raceId", s.epoch, r.starts_at as "startsAt"`

const leasedSourceOf = ({
  name,
  sessionType,
  raceNumber,
  startsAt,
  hasStarted,
  category,
  otherNames,
  ...row
}: Row) => ({
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

/** Result of a renewal. */
type RenewedLease = { epoch: number; startsAt: Date | null }

/** Report of a running source. */
export type SourceReport = {
  state: TimingSource['state']
  error: string | null
  received: number
  skipped: number
  receivedAt: Date | null
  sessions: TimingSource['sessions'] | undefined
}

/**
 * Leases of sources: exactly one process runs each, for five seconds by Postgres' clock.
 * A change of the source ends its lease, which the process notices at the next renewal.
 */
export const sourceLeases = (database: Database | Transaction, owner: string) => ({
  /** Acquires the sources that are due and have no lease. */
  async acquire(): Promise<LeasedSource[]> {
    const { rows } = await prepared<Row>(database, 'acquire-timing-sources', ACQUIRE, { owner, lease: LEASE_MS })
    return rows.map(leasedSourceOf)
  },

  /**
   * Renews leases; returns those that are still ours and due, by race, with the current planned start.
   * Renews only what runs: a source that was acquired while the reply was lost, or could not be released, expires and
   * is acquired again.
   */
  async renew(raceIds: readonly number[]): Promise<Map<number, RenewedLease>> {
    if (raceIds.length === 0) return new Map()
    const { rows } = await database.raw<{ rows: (RenewedLease & { raceId: number })[] }>(RENEW, {
      owner,
      raceIds,
      lease: LEASE_MS,
    })
    return new Map(rows.map(({ raceId, ...lease }) => [raceId, lease]))
  },

  /** Stores a report; false if another process has the lease. */
  async storeReport(
    { raceId, epoch }: LeasedSource,
    { state, error, received, skipped, receivedAt, sessions }: SourceReport,
  ): Promise<boolean> {
    const updated = await database('timing_sources')
      .where({ race_id: raceId, owner, epoch })
      .update({
        state,
        error,
        received: database.raw('received + ?', [received]),
        skipped: database.raw('skipped + ?', [skipped]),
        ...(receivedAt && { last_snapshot_at: receivedAt }),
        ...(sessions && { sessions: JSON.stringify(sessions) }),
      })
    return updated > 0
  },

  /** Releases a lease, so that another process may acquire it at once. */
  async release({ raceId, epoch }: LeasedSource): Promise<void> {
    await database('timing_sources')
      .where({ race_id: raceId, owner, epoch })
      .update({ state: 'idle', owner: null, expires_at: '-infinity' })
  },
})
