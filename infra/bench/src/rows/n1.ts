import { boardChanged } from '@purple-sector/contracts/tipping/events'
import { openDatabase } from '@purple-sector/database'
import { engagement as engagementService } from '@purple-sector/engagement'
import { pino } from 'pino'
import { type BenchDatabase, type BenchPostgres, startBenchPostgres } from '../database/bench-postgres.ts'
import { alternateAll } from '../figures/alternate.ts'
import { atMost, compared } from '../figures/figure.ts'
import { firstResult, prepareScoringGame, publishResult, WEEKEND_ID, warmUp } from '../game/scoring-game.ts'
import { type ServiceRun, startService } from '../game/service-run.ts'
import { placeOf, startTipping, type TippingRun } from '../game/tipping-run.ts'
import { waitFor } from '../wait-for.ts'
import type { Row } from './row.ts'
import { onCopies, scoreByEvent } from './s1.ts'

const CHECK_INTERVAL_MS = 10

/** Engagement's copies before the first result: groups, memberships, and standings of all boards. */
const HEARD = [
  `insert into engagement.groups (id, weekend_id, name, creator_id, selected_race_ids)
   select group_id, weekend_id, 'Group ' || group_id, 'nobody', '{}' from tipping.scopes where group_id is not null`,
  `insert into engagement.memberships (group_id, user_id, joined_at, is_approved)
   select group_id, user_id, joined_at, true from tipping.memberships m join tipping.scopes on scopes.id = m.scope_id`,
  `insert into engagement.standings (weekend_id, group_id, user_id, version, total, firsts, seconds, thirds)
   select weekend_id, group_id, user_id, 0, 0, 0, 0, 0 from tipping.standings s join tipping.scopes on scopes.id = s.scope_id`,
  'vacuum (analyze)',
]

const prepare = async (postgres: BenchPostgres, participants: number): Promise<BenchDatabase> => {
  const game = await prepareScoringGame(postgres, 'n1', participants, ['engagement'])
  const admin = openDatabase({ url: game.adminUrl, schema: 'engagement', maxConnections: 1 })
  try {
    for (const statement of HEARD) await admin.raw(statement)
  } finally {
    await admin.destroy()
  }
  return game
}

type Taken = { board: number; rows: number }

/** Resolves with the time at which the bus delivers the first event of the open board. */
const deliveryOf = async ({ bus }: TippingRun): Promise<{ at: Promise<number> }> => {
  const delivery = Promise.withResolvers<number>()
  await bus.subscribe({
    consumer: 'bench',
    events: [boardChanged],
    mode: 'broadcast',
    async handle({ subject }) {
      if (subject === `board/open/${WEEKEND_ID}`) delivery.resolve(performance.now())
    },
  })
  return { at: delivery.promise }
}

/** Starts engagement beside tipping, on the same bus. */
const startEngagement = ({ bus }: TippingRun, { adminUrl, urlOf }: BenchDatabase): Promise<ServiceRun> =>
  startService(engagementService, {
    config: engagementService.readConfig({}),
    bus,
    log: pino({ level: 'error' }, { write: (line: string) => void process.stderr.write(line) }),
    adminUrl,
    databaseUrl: urlOf('engagement'),
    maxConnections: 10,
  })

/** Measures the milliseconds from the event of the board until every participant has a notification. */
const notified = async (database: BenchDatabase, participants: number): Promise<Taken> => {
  const tipping = await startTipping(placeOf(database))
  const engagement = await startEngagement(tipping, database)
  try {
    await warmUp(tipping)
    const delivered = await deliveryOf(tipping)
    const published = publishResult(tipping, firstResult)
    const startedAt = await delivered.at
    const of = { weekend_id: WEEKEND_ID, group_id: null }
    const { version } = await tipping.database('scopes').where(of).first('version')
    // The board's version is stored in the transaction that inserts the notifications.
    const made = async () => (await engagement.database('boards').where(of).first('version'))?.version === version
    await waitFor('the notifications', made, 120_000, CHECK_INTERVAL_MS)
    const rows = performance.now() - startedAt
    const ids = await engagement.database('notifications').where({ weekend_id: WEEKEND_ID }).pluck('id')
    if (ids.length < participants) throw new Error(`${ids.length} of ${participants} have a notification`)
    const { board } = await published
    return { board, rows }
  } finally {
    await engagement.stop()
    await tipping.stop()
  }
}

export const n1: Row = {
  id: 'N1',
  name: 'notifications of a result',
  async run({ rounds, quick, logProgress }) {
    const participants = quick ? 2_000 : 100_000
    const postgres = await startBenchPostgres()
    try {
      logProgress(`filling ${participants} participants`)
      const fresh = onCopies(postgres, await prepare(postgres, participants))
      const made = await alternateAll(rounds, ['rows', 'board'], {
        async subject() {
          const taken = await fresh((database) => notified(database, participants))
          logProgress(`board ${Math.round(taken.board)} ms, notifications ${Math.round(taken.rows)} ms`)
          return taken
        },
        async baseline() {
          const { board, published } = await fresh(scoreByEvent)
          return { rows: published, board }
        },
      })
      const size = `${participants.toLocaleString('en')} sector tips, ${(participants / 50).toLocaleString('en')} groups of 20`
      return [
        compared(
          {
            ...{ row: 'N1', unit: 'ms', against: 'S1 until the last group is told, on the same rows' },
            what: `notifications of one result, ${size}: board event → everybody's rows committed`,
          },
          atMost(1),
          made.rows,
        ),
        compared(
          {
            ...{ row: 'N1', unit: 'ms', against: 'the same without engagement' },
            what: `the board of that result, with engagement beside: event consumed → boards committed`,
          },
          atMost(1.1),
          made.board,
        ),
      ]
    } finally {
      await postgres.stop()
    }
  },
}
