import { boardChanged } from '@purple-sector/contracts/tipping/events'
import { openDatabase } from '@purple-sector/database'
import { engagement as engagementService } from '@purple-sector/engagement'
import { pino } from 'pino'
import { type BenchDatabase, type BenchPostgres, startBenchPostgres } from '../database/bench-postgres.ts'
import { alternateAll } from '../figures/alternate.ts'
import { atMost, compared } from '../figures/figure.ts'
import { firstResult, prepareScoringGame, publishResult, WEEKEND_ID, warmUp } from '../game/scoring-game.ts'
import { type ServiceRun, startService } from '../game/service-run.ts'
import { startTipping, type TippingRun, tippingAccessOf } from '../game/tipping-run.ts'
import { waitFor } from '../wait-for.ts'
import type { Row } from './row.ts'
import { onCopies, scoreByEvent } from './s1.ts'

const CHECK_INTERVAL_MS = 10

/** Engagement's copies before the first result: groups, memberships, and standings of all boards. */
const ENGAGEMENT_COPIES = [
  `insert into engagement.groups (id, weekend_id, name, creator_id, selected_race_ids)
   select group_id, weekend_id, 'Group ' || group_id, 'creator', '{}' from tipping.scopes where group_id is not null`,
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
    for (const statement of ENGAGEMENT_COPIES) await admin.raw(statement)
  } finally {
    await admin.destroy()
  }
  return game
}

type NotificationTimes = { board: number; rows: number }

/** Resolves with the time at which the bus delivers the first event of the open board. */
const deliveryOf = async ({ bus }: TippingRun): Promise<{ deliveredAt: Promise<number> }> => {
  const delivery = Promise.withResolvers<number>()
  await bus.subscribe({
    consumer: 'bench',
    events: [boardChanged],
    mode: 'broadcast',
    async handle({ subject }) {
      if (subject === `board/open/${WEEKEND_ID}`) delivery.resolve(performance.now())
    },
  })
  return { deliveredAt: delivery.promise }
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
const measureNotifications = async (database: BenchDatabase, participants: number): Promise<NotificationTimes> => {
  const tipping = await startTipping(tippingAccessOf(database))
  const engagement = await startEngagement(tipping, database)
  try {
    await warmUp(tipping)
    const delivered = await deliveryOf(tipping)
    const published = publishResult(tipping, firstResult)
    const startedAt = await delivered.deliveredAt
    const of = { weekend_id: WEEKEND_ID, group_id: null }
    const { version } = await tipping.database('scopes').where(of).first('version')
    // The board's version is stored in the transaction that inserts the notifications.
    const isNotified = async () => (await engagement.database('boards').where(of).first('version'))?.version === version
    await waitFor('the notifications', isNotified, 120_000, CHECK_INTERVAL_MS)
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
      const isNotified = await alternateAll(rounds, ['rows', 'board'], {
        async subject() {
          const times = await fresh((database) => measureNotifications(database, participants))
          logProgress(`board ${Math.round(times.board)} ms, notifications ${Math.round(times.rows)} ms`)
          return times
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
            ...{ row: 'N1', unit: 'ms', against: "S1 until the last group's board is published, on the same rows" },
            what: `notifications of one result, ${size}: board event → all rows committed`,
          },
          atMost(1),
          isNotified.rows,
        ),
        compared(
          {
            ...{ row: 'N1', unit: 'ms', against: 'the same without engagement' },
            what: `the board of that result, with engagement beside: event consumed → boards committed`,
          },
          atMost(1.1),
          isNotified.board,
        ),
      ]
    } finally {
      await postgres.stop()
    }
  },
}
