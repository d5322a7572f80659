import type { SourceBody, TimingSource } from '@purple-sector/contracts/admin/live-timing'
import { type Database, type Transaction, table } from '@purple-sector/database'
import type { NamedSession } from './timing-source.ts'

type Row = {
  race_id: number
  kind: TimingSource['kind']
  url: string | null
  start_automatically: boolean
  publish_automatically: boolean
  state: TimingSource['state']
  error: string | null
  last_snapshot_at: Date | null
  received: number
  skipped: number
  sessions: NamedSession[]
  picked: string | null
}

/** A push has no connection: it counts as receiving for this long after a snapshot. */
const PUSH_ACTIVE_FOR = "interval '30 seconds'"

const SOURCES = `
select s.race_id, s.kind, s.url, s.start_automatically, s.publish_automatically, s.error, s.sessions, s.picked,
  s.received::double precision as received, s.skipped::double precision as skipped, t.generation,
  s.last_snapshot_at,
  case when s.kind <> 'push' then s.state
    when s.last_snapshot_at > clock_timestamp() - ${PUSH_ACTIVE_FOR} then 'receiving'
    else 'idle' end as state
from timing_sources s join timing_sessions t using (race_id)`

const sourceOf = (row: Row & { generation: number }): TimingSource => ({
  raceId: row.race_id,
  kind: row.kind,
  url: row.url,
  startAutomatically: row.start_automatically,
  publishAutomatically: row.publish_automatically,
  generation: row.generation,
  state: row.state,
  lastSnapshotAt: row.last_snapshot_at?.toISOString() ?? null,
  error: row.error,
  received: row.received,
  skipped: row.skipped,
  sessions: row.sessions,
})

export type SourceSettings = Required<
  Pick<TimingSource, 'kind' | 'url' | 'startAutomatically' | 'publishAutomatically'>
>

/** Reads a request body; a push has no address. */
export const sourceSettingsOf = ({
  kind,
  url,
  startAutomatically,
  publishAutomatically,
}: SourceBody): SourceSettings => ({
  kind,
  url: kind === 'push' ? null : (url ?? null),
  startAutomatically: startAutomatically ?? false,
  publishAutomatically: publishAutomatically ?? false,
})

const sources = table<Row & { owner: string | null; expires_at: Date }, { sessions: string; expires_at: string }>(
  'timing_sources',
)

/** Ends the lease: the owner notices at its next renewal. */
const WITHOUT_LEASE = { owner: null, expires_at: '-infinity' }

/** Sources of sessions, one a race. */
export const sourceRepository = (sql: Database | Transaction) => ({
  async find(raceId: number): Promise<TimingSource | undefined> {
    const { rows } = await sql.raw<{ rows: (Row & { generation: number })[] }>(`${SOURCES} where s.race_id = ?`, [
      raceId,
    ])
    return rows[0] && sourceOf(rows[0])
  },

  /** Lists the sources of a weekend's sessions, by race. */
  async ofWeekend(weekendId: number): Promise<TimingSource[]> {
    const { rows } = await sql.raw<{ rows: (Row & { generation: number })[] }>(
      `${SOURCES} where t.weekend_id = ? order by s.race_id`,
      [weekendId],
    )
    return rows.map(sourceOf)
  },

  /** Sets another source, with empty counters. */
  async set(raceId: number, settings: SourceSettings): Promise<void> {
    const row = {
      kind: settings.kind,
      url: settings.url,
      start_automatically: settings.startAutomatically,
      publish_automatically: settings.publishAutomatically,
    }
    const resetCounters = {
      state: 'idle' as const,
      error: null,
      last_snapshot_at: null,
      received: 0,
      skipped: 0,
      picked: null,
    }
    await sources(sql)
      .insert({ race_id: raceId, ...row })
      .onConflict('race_id')
      .merge({ ...row, ...resetCounters, sessions: '[]', ...WITHOUT_LEASE })
  },

  /** Changes settings of the same source, which keeps running. */
  async adjust(raceId: number, { startAutomatically, publishAutomatically }: SourceSettings): Promise<void> {
    await sources(sql)
      .where({ race_id: raceId })
      .update({ start_automatically: startAutomatically, publish_automatically: publishAutomatically })
  },

  /** Adds a push source for a program that pushes without one. */
  async ensurePush(raceId: number): Promise<void> {
    const row = { race_id: raceId, kind: 'push' as const, start_automatically: false, publish_automatically: false }
    await sources(sql)
      .insert({ ...row, last_snapshot_at: new Date() })
      .onConflict('race_id')
      .ignore()
  },

  /** Records that a push started the session. */
  async markStarted(raceId: number): Promise<void> {
    await sources(sql)
      .where({ race_id: raceId, kind: 'push' })
      .update({ last_snapshot_at: sql.raw('clock_timestamp()') })
  },

  /** Adds pushed snapshots; does nothing if another source was set since. */
  async addReceived(raceId: number, generation: number, received: number): Promise<void> {
    await sources(sql)
      .where({ race_id: raceId, kind: 'push' })
      .whereIn('race_id', sql('timing_sessions').where({ race_id: raceId, generation }).select('race_id'))
      .update({ received: sql.raw('received + ?', [received]), last_snapshot_at: sql.raw('clock_timestamp()') })
  },

  async remove(raceId: number): Promise<boolean> {
    return (await sources(sql).where({ race_id: raceId }).delete()) > 0
  },

  /** Stores the picked session and restarts the source. */
  async pick(raceId: number, code: string, sessions: readonly NamedSession[]): Promise<void> {
    const picked = sessions.map((session) => ({ ...session, isPicked: session.code === code }))
    await sources(sql)
      .where({ race_id: raceId })
      .update({ picked: code, sessions: JSON.stringify(picked), ...WITHOUT_LEASE })
  },
})
