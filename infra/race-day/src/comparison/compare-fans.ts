import { type AcceptedTip, carInForce, type ExpectedRace, earned } from '../account/expected-board.ts'
import { earnedInGroup, isPresent, raceInGroup } from '../account/expected-group.ts'
import { expectedStats } from '../account/expected-stats.ts'
import type { FinalAccount } from '../account/final-account.ts'
import type { Fan } from '../fans/fan-player.ts'
import { inParallel } from '../fans/in-parallel.ts'
import { stayOf } from '../fans/played-group.ts'
import type { ProductApi } from '../fans/product-api.ts'
import type { StatsReply, TipReply } from '../fans/replies.ts'
import type { RaceControlLog } from '../race-control/race-control-log.ts'
import type { Programme } from '../race-control/set-up-weekend.ts'
import { compareStandings, type GroupView } from './compare-groups.ts'
import { type Difference, differs } from './differences.ts'

type Comparison = { api: ProductApi; programme: Programme; log: RaceControlLog; fans: Fan[] }

/** Compares each fan's own statistics and tips with the account. */
export const compareFans = async (
  { api, programme, log, fans }: Comparison,
  account: FinalAccount,
  views: GroupView[],
): Promise<Difference[]> => {
  const { weekendId } = programme
  const positions = new Map(account.board.map((row) => [row.userId, row]))
  const differences = await inParallel(fans, 32, async (fan, i) => {
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
      ...compareTips(
        `tips of ${fan.plan.name}`,
        { tips: expected.tips, earnedIn: (race) => earned(expected, race)?.points ?? 0 },
        account.expectedRaces,
        withRecordedCategories(programme, tips).filter(({ groupId }) => groupId === null),
      ),
      ...compareGroupTips({ fan, views, programme, races: account.expectedRaces }, tips),
      ...(await compareStandings(api, weekendId, fan, views)),
      ...tips.flatMap((tip) => compareNames(`tips of ${fan.plan.name}`, programme, log, tip)),
    ]
  })
  return differences.flat()
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

/** A fan's tips in a scope, and the points they earned in a race. */
type TipsInScope = { tips: AcceptedTip[]; earnedIn(race: ExpectedRace): number }

const compareTips = (where: string, fan: TipsInScope, races: ExpectedRace[], tips: TipReply[]): Difference[] => {
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

const compareTip = (where: string, fan: TipsInScope, races: ExpectedRace[], tip: TipReply): Difference[] => {
  const counting = races.filter((race) => race.counts && race.category === tip.category)
  const points = counting.reduce((sum, race) => sum + fan.earnedIn(race), 0)
  const last = fan.tips.filter(({ category }) => category === tip.category).at(-1)
  return [
    ...differs(where, 'car id', last?.carId, tip.carId),
    ...differs(where, 'submittedAt', last?.submittedAt, tip.submittedAt),
    ...differs(where, 'points', points, tip.points),
    ...differs(where, 'counting races', ids(counting), ids(tip.sessions)),
    ...counting.flatMap((race) => {
      const reported = tip.sessions.find(({ raceId }) => raceId === race.raceId)
      const at = `${where}, race ${race.raceId}`
      return [
        ...differs(at, 'car id in force', carInForce(fan.tips, race), reported?.carId ?? null),
        ...differs(at, 'points', fan.earnedIn(race), reported?.points ?? 0),
      ]
    }),
  ]
}

type GroupTipping = { fan: Fan; views: GroupView[]; programme: Programme; races: ExpectedRace[] }

/** Compares a fan's tips in every group they are in; tips of earlier memberships must be gone. */
const compareGroupTips = ({ fan, views, programme, races }: GroupTipping, tips: TipReply[]): Difference[] => {
  const ownViews = views.filter(({ played }) => stayOf(played, fan))
  const foreignTips = tips.filter(({ groupId }) => groupId && !ownViews.some(({ played }) => played.id === groupId))
  return [
    ...differs(`tips of ${fan.plan.name}`, 'groups they are not in', [], foreignTips),
    ...ownViews.flatMap(({ played, group }) => {
      const member = group.memberships.find((one) => isPresent(one) && one.userId === fan.account.user.id)
      if (!member) return []
      const earnedIn = (race: ExpectedRace) => earnedInGroup(group, member, race)?.points ?? 0
      const ownTips = withRecordedCategories(programme, tips).filter(({ groupId }) => groupId === played.id)
      const where = `tips of ${fan.plan.name} in ${played.plan.recorded.name}`
      const counted = races.map((race) => raceInGroup(group, race))
      return compareTips(where, { tips: member.tips, earnedIn }, counted, ownTips)
    }),
  ]
}

const listedName = ({ categories }: Programme, id: number): string | undefined =>
  [...categories].find(([, played]) => played.id === id)?.[0]

/** Returns the tips with categories named as in the recording. */
const withRecordedCategories = (programme: Programme, tips: TipReply[]): TipReply[] =>
  tips.map((tip) => ({ ...tip, category: listedName(programme, tip.categoryId) ?? tip.category }))

/** Compares the current names of the category and the car in a tip. */
const compareNames = (where: string, programme: Programme, log: RaceControlLog, tip: TipReply): Difference[] => {
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
