import { type Difference, differs } from './differences.ts'
import { carInForce, type ExpectedFan, type ExpectedRace, earned } from './expected-board.ts'
import { expectedStats } from './expected-stats.ts'
import type { Fan } from './fan-player.ts'
import type { FinalAccount } from './final-account.ts'
import { inParallel } from './in-parallel.ts'
import type { ProductApi } from './product-api.ts'
import type { RaceControlLog } from './race-control-log.ts'
import type { StatsReply, TipReply } from './replies.ts'
import type { Programme } from './set-up-weekend.ts'

type Played = { api: ProductApi; programme: Programme; log: RaceControlLog; fans: Fan[] }

/** Each fan's own statistics and tips against the account. */
export const compareFans = async (
  { api, programme, log, fans }: Played,
  account: FinalAccount,
): Promise<Difference[]> => {
  const { weekendId } = programme
  const positions = new Map(account.board.map((row) => [row.userId, row]))
  const found = await inParallel(fans, 32, async (fan, i) => {
    const expected = account.fans[i]!
    const stats = await api.stats(fan.account.cookie, weekendId)
    const tips = await api.tips(fan.account.cookie, weekendId)
    const row = positions.get(expected.userId) ?? { position: null, totalPoints: 0, tipsSubmitted: 0 }
    return [
      ...compareStats(
        `my-stats of ${fan.plan.name}`,
        { ...row, ...expectedStats(expected, account.expectedRaces) },
        stats,
      ),
      ...compareTips(`tips of ${fan.plan.name}`, expected, account.expectedRaces, inWordsOf(programme, tips)),
      ...tips.flatMap((tip) => compareShown(`tips of ${fan.plan.name}`, programme, log, tip)),
    ]
  })
  return found.flat()
}

type Stats = { position: number | null; totalPoints: number; tipsSubmitted: number } & ReturnType<typeof expectedStats>

const compareStats = (where: string, expected: Stats, stats: StatsReply): Difference[] => {
  const forms = expected.recentForms.map((form) => JSON.stringify(form))
  const form = JSON.stringify(stats.recentForm)
  return [
    ...differs(where, 'position', expected.position, stats.position),
    ...differs(where, 'totalPoints', expected.totalPoints, stats.totalPoints),
    ...differs(where, 'tipsSubmitted', expected.tipsSubmitted, stats.tipsSubmitted),
    ...(Math.abs(expected.successRate - stats.successRate) > 0.051
      ? differs(where, 'successRate', expected.successRate, stats.successRate)
      : []),
    ...(forms.includes(form) ? [] : differs(where, 'recentForm', [...new Set(forms)].join(' or '), form)),
  ]
}

const compareTips = (where: string, fan: ExpectedFan, races: ExpectedRace[], tips: TipReply[]): Difference[] => {
  const categories = [...new Set(fan.tips.map((tip) => tip.category))]
  return [
    ...differs(
      where,
      'categories',
      [...categories].sort().join(', '),
      tips
        .map((tip) => tip.category)
        .sort()
        .join(', '),
    ),
    ...tips.flatMap((tip) => compareTip(`${where}, ${tip.category}`, fan, races, tip)),
  ]
}

const compareTip = (where: string, fan: ExpectedFan, races: ExpectedRace[], tip: TipReply): Difference[] => {
  const counting = races.filter((race) => race.counts && race.category === tip.category)
  const points = counting.reduce((sum, race) => sum + (earned(fan, race)?.points ?? 0), 0)
  const last = fan.tips.filter(({ category }) => category === tip.category).at(-1)
  return [
    ...differs(where, 'car id', last?.carId, tip.carId),
    ...differs(where, 'submittedAt', last?.submittedAt, tip.submittedAt),
    ...differs(where, 'points', points, tip.points),
    ...differs(where, 'counting races', ids(counting), ids(tip.sessions)),
    ...counting.flatMap((race) => {
      const told = tip.sessions.find(({ raceId }) => raceId === race.raceId)
      const at = `${where}, race ${race.raceId}`
      return [
        ...differs(at, 'car id in force', carInForce(fan.tips, race), told?.carId ?? null),
        ...differs(at, 'points', earned(fan, race)?.points ?? 0, told?.points ?? 0),
      ]
    }),
  ]
}

const listedName = ({ categories }: Programme, id: number): string | undefined =>
  [...categories].find(([, played]) => played.id === id)?.[0]

/** Tips with their categories called as in the recording. */
const inWordsOf = (programme: Programme, tips: TipReply[]): TipReply[] =>
  tips.map((tip) => ({ ...tip, category: listedName(programme, tip.categoryId) ?? tip.category }))

/** What a tip calls its category and its car now. */
const compareShown = (where: string, programme: Programme, log: RaceControlLog, tip: TipReply): Difference[] => {
  const category = programme.categories.get(listedName(programme, tip.categoryId) ?? '')
  const entry = log.entries.get(tip.carId)
  return [
    ...differs(where, 'name of a category', category?.name, tip.category),
    ...differs(where, `plate of car id ${tip.carId}`, entry?.number, tip.car.plate),
    ...differs(where, `driver of car ${tip.car.plate}`, entry?.driver, tip.car.driver),
    ...differs(where, `team of car ${tip.car.plate}`, entry?.team, tip.car.team),
  ]
}

const ids = (list: { raceId: number }[]) =>
  list
    .map(({ raceId }) => raceId)
    .sort((a, b) => a - b)
    .join(', ')
