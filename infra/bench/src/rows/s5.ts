import { alternate } from '../figures/alternate.ts'
import { absolute, atMost, compared, report } from '../figures/figure.ts'
import { spreadOf } from '../figures/spread.ts'
import { fillSeasonGroups } from '../game/fill-season-groups.ts'
import { type ProductRun, startProduct } from '../game/product-run.ts'
import type { LoadRequest, LoadResult } from '../processes/http-load.ts'
import { startProcess } from '../processes/start-process.ts'
import { cookieOf } from '../sockets/fan-session.ts'
import { waitFor } from '../wait-for.ts'
import type { Row } from './row.ts'

const TIPS_A_SECOND = 40
const QUIET_SECONDS = 20
const MEMBERS_OF_GROUP = 20
/** Each fan is in four groups. */
const FANS_PER_GROUP = 5
const TIPPING_FANS = 2_000
const MAX_SECONDS = 3_000
/** CPU cores used by a product whose work is finished, and how long it is watched. */
const IDLE_CORES = 0.25
const WATCHED_MS = 2_000

type Load = typeof import('../processes/http-load.ts').commands
type Weekend = { weekendId: number; carIds: number[] }

/** Tips of each fan in the open competition and in their first group in turns, each on another car than the last. */
const tipRequests = async ({ url, tipping }: ProductRun, { weekendId, carIds }: Weekend): Promise<LoadRequest[]> => {
  const { rows } = await tipping.raw<{ rows: { fan: number; groupId: number }[] }>(
    `select substr(users.username, 4)::int as fan, min(group_id) as "groupId"
     from published_memberships join users on users.id = user_id
     where users.username in (select 'fan' || n from generate_series(1, ?::int) n) group by fan order by fan`,
    [TIPPING_FANS],
  )
  return carIds.flatMap((carId, turn) =>
    rows.map(({ fan, groupId }) => ({
      method: 'POST' as const,
      path: '/api/tips',
      headers: { 'content-type': 'application/json', origin: url, cookie: cookieOf(fan) },
      body: JSON.stringify({ weekendId, category: '1', carId, ...((fan + turn) % 2 === 0 ? {} : { groupId }) }),
    })),
  )
}

const check = ({ repliesByStatus }: LoadResult): void => {
  const wrong = Object.keys(repliesByStatus).filter((status) => !status.startsWith('2'))
  if (wrong.length > 0) throw new Error(`Replies ${JSON.stringify(repliesByStatus)}`)
}

const countOf = async (rows: PromiseLike<{ count: string | number }[]>): Promise<number> =>
  Number((await rows)[0]?.count)

/** Resolves when tipping and engagement have the weekend of all groups, and their boards are published. */
const waitUntilOpened = async ({ tipping, engagement, settle }: ProductRun, weekendId: number, groups: number) => {
  const inWeekend = { weekend_id: weekendId }
  await waitFor(
    'the scopes',
    async () => (await countOf(tipping('scopes').where(inWeekend).whereNotNull('group_id').count())) === groups,
    MAX_SECONDS * 1_000,
    250,
  )
  await settle()
  await waitFor(
    'engagement',
    async () => (await countOf(engagement('boards').where(inWeekend).whereNotNull('group_id').count())) === groups,
    MAX_SECONDS * 1_000,
    250,
  )
}

/** Tips through the gateway of the embedded product, while a round is announced and opens for all season groups. */
export const s5: Row = {
  id: 'S5',
  name: 'the next weekend opens for season groups',
  async run({ rounds, quick, logProgress }) {
    const groups = quick ? 1_000 : 20_000
    const fans = groups * FANS_PER_GROUP
    const product = await startProduct()
    const load = await startProcess<Load>('http-load')
    try {
      const { url, raceControl } = product
      logProgress(`filling ${fans} fans in ${groups} groups`)
      const first = await product.addGame({ participants: fans, groups: 0, membersOfGroup: 0 })
      await product.signIn(TIPPING_FANS)
      const { seasonId, weekendIds } = await raceControl.addSeason(first.weekendId, rounds)
      const isInSeason = async () =>
        (await countOf(product.tipping('season_rounds').count())) === weekendIds.length &&
        (await countOf(product.groups('weekends').where({ season_id: seasonId }).count())) === weekendIds.length
      await waitFor('the season', isInSeason)
      const ofSeason = { seasonId, weekendId: first.weekendId, groups, membersOfGroup: MEMBERS_OF_GROUP, fans }
      await fillSeasonGroups(product, ofSeason)
      logProgress('computing the season leaderboards')
      const isComputed = async () => (await product.tipping('seasons_to_refresh').first('season_id')) === undefined
      await waitFor('the season leaderboards', isComputed, MAX_SECONDS * 1_000)
      await load.run('prepare', await tipRequests(product, first))

      /** Waits until all effects are finished, so that no round includes work of the previous one. */
      const waitUntilIdle = () =>
        waitFor(
          'all work to finish',
          async () => (await product.host.run('watch', WATCHED_MS)).cpu < IDLE_CORES,
          MAX_SECONDS * 1_000,
        )
      let seed = 0
      const tip = async (seconds: number): Promise<LoadResult> => {
        seed += 1
        const { result } = await load.run('scattered', { url, perSecond: TIPS_A_SECOND, seconds, seed })
        check(result)
        return result
      }
      await tip(QUIET_SECONDS)
      const opened: number[] = []
      const tips = await alternate(rounds, {
        async subject() {
          await waitUntilIdle()
          const tipping = tip(MAX_SECONDS)
          const weekendId = weekendIds[1 + opened.length] ?? 0
          const startedAt = performance.now()
          await raceControl.announce(weekendId)
          await waitUntilOpened(product, weekendId, groups)
          const ms = performance.now() - startedAt
          opened.push(ms / 1_000)
          await load.run('end', undefined)
          const { p50, p99, slowest } = await tipping
          logProgress(
            `opened after ${Math.round(ms)} ms; tips p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms, at most ${Math.round(slowest)} ms`,
          )
          return p99
        },
        async baseline() {
          await waitUntilIdle()
          const { p50, p99 } = await tip(QUIET_SECONDS)
          logProgress(`quiet: tips p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms`)
          return p99
        },
      })
      const size = `${groups.toLocaleString('en')} season groups of ${MEMBERS_OF_GROUP}`
      const row = { row: 'S5' }
      return [
        compared(
          {
            ...{ ...row, unit: 'ms', against: 'quiet' },
            what: `the next weekend opens for ${size}: p99 of ${TIPS_A_SECOND} tips a second until all boards are published`,
          },
          atMost(2),
          tips,
        ),
        absolute(
          { ...row, unit: 's', against: '–', what: `announced → open for ${size}, all boards published` },
          report,
          spreadOf(opened),
        ),
      ]
    } finally {
      await load.stop()
      await product.stop()
    }
  },
}
