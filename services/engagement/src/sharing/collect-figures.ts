import type { TemplateType } from '@purple-sector/contracts/engagement/http'
import { displayName } from '@purple-sector/contracts/identity/display-name'
import { type AvatarAppearance, avatarAppearance } from '@purple-sector/contracts/racing-avatar/appearance'
import { type FanFigures, findFanFigures } from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import type { Caller, ServiceCalls } from '@purple-sector/service-kit'
import { busy, conflict } from '@purple-sector/service-kit/errors'
import { pollReadModel } from '../poll/poll-read-model.ts'
import { cars } from '../projections/car-projection.ts'
import { listCategories } from '../projections/category-projection.ts'
import { groups } from '../projections/group-projection.ts'
import { results } from '../projections/result-projection.ts'
import { users } from '../projections/user-projection.ts'
import { requireWeekend } from '../projections/weekend-projection.ts'
import type { Figures, FiguresOf, SharedCar } from './figures.ts'

/** Drivers of a poll that are shown. */
const MAX_LEADERS = 3

type FiguresFor<Type extends TemplateType> = Omit<FiguresOf<Type>, 'fan' | 'avatar' | 'weekend'>

/** Messages for each type that has no figures yet. */
const NOTHING_TO_SHARE: Record<TemplateType, string> = {
  race_result: 'There’s no result to share yet.',
  tip_performance: 'None of your tips have been scored yet.',
  leaderboard_position: 'You’re not on the leaderboard yet.',
  driver_poll: 'No one has voted in the driver poll yet.',
  group_victory: 'You’re not leading a group yet.',
  season_position: 'You’re not on the season leaderboard yet.',
}

const nothingToShare = (type: TemplateType) => conflict('NOTHING_TO_SHARE', NOTHING_TO_SHARE[type])

/** Returns cars by id, named as in the result, or by their current entry if they are not in it. */
const carsOf = async (database: Database, raceId: number, ids: readonly number[]): Promise<Map<number, SharedCar>> => {
  const [result, projectedCars] = await Promise.all([
    results(database).where({ race_id: raceId }).first('classification'),
    cars(database).whereIn('id', ids).select('id', 'plate', 'driver', 'team'),
  ])
  const carsById = new Map<number, SharedCar>(
    projectedCars.map(({ id, plate, driver, team }) => [id, { plate, driver, team }]),
  )
  for (const { carId, car } of result?.classification ?? [])
    if (car && ids.includes(carId)) carsById.set(carId, { plate: car.plate, driver: car.driver, team: car.team })
  return carsById
}

const raceResult = async (
  database: Database,
  { latestRace }: FanFigures,
): Promise<FiguresFor<'race_result'> | undefined> => {
  if (!latestRace || latestRace.podium.length === 0) return undefined
  const { raceId, name, categoryId, podium, tippedCarId, points } = latestRace
  const carsById = await carsOf(database, raceId, tippedCarId === null ? podium : [...podium, tippedCarId])
  const category = (await listCategories(database)).find(({ id }) => id === categoryId)
  const places = podium.flatMap((carId) => {
    const car = carsById.get(carId)
    return car ? [{ ...car, isTip: carId === tippedCarId }] : []
  })
  // The client retries, because the missing row is replicated a moment later.
  if (!category || places.length < podium.length) throw busy(new Error(`race ${raceId} is not replicated yet`))
  const tip = tippedCarId === null ? null : (carsById.get(tippedCarId) ?? null)
  return { type: 'race_result', race: { name, category: category.name }, podium: places, tip, points }
}

const tipPerformance = ({ standing }: FanFigures): FiguresFor<'tip_performance'> | undefined => {
  if (!standing || standing.recentForm.length === 0) return undefined
  const { totalPoints: points, picks, successRate, recentForm } = standing
  const podiums = picks.first + picks.second + picks.third
  return { type: 'tip_performance', points, winners: picks.first, podiums, successRate, recentForm }
}

const leaderboardPosition = ({
  standing,
  participants,
}: FanFigures): FiguresFor<'leaderboard_position'> | undefined => {
  if (!standing || standing.position === null) return undefined
  const { position, isShared, totalPoints: points, positionChange: change } = standing
  return { type: 'leaderboard_position', position, isShared, participants, points, change }
}

const driverPoll = async (
  database: Database,
  userId: string,
  weekendId: number,
): Promise<FiguresFor<'driver_poll'> | undefined> => {
  const polls = pollReadModel(database)
  const [{ results, stats }, vote] = await Promise.all([polls.result(weekendId), polls.voteOf(userId, weekendId)])
  if (stats.totalVotes === 0) return undefined
  const leaders = results
    .slice(0, MAX_LEADERS)
    .map(({ driverName: driver, categoryId, category, percentage, votes }) => ({
      driver,
      category,
      percentage,
      rank: 1 + results.filter((other) => other.votes > votes).length,
      isVote: vote?.categoryId === categoryId && vote.driverName.toLowerCase() === driver.toLowerCase(),
    }))
  return { type: 'driver_poll', totalVotes: stats.totalVotes, leaders, vote: vote?.driverName ?? null }
}

/** Returns the figures of the largest group that the user leads. */
const groupVictory = async (
  database: Database,
  { groups: standings }: FanFigures,
): Promise<FiguresFor<'group_victory'> | undefined> => {
  const [ledGroup] = standings
    .filter(({ position, totalPoints }) => position === 1 && totalPoints > 0)
    .toSorted((left, right) => right.memberCount - left.memberCount || left.groupId - right.groupId)
  if (!ledGroup) return undefined
  const { groupId: id, isShared, memberCount: members, totalPoints: points } = ledGroup
  const group = await groups(database).where({ id }).first('name')
  if (!group) throw busy(new Error(`group ${id} is not replicated yet`))
  return { type: 'group_victory', group: { id, name: group.name }, isShared, members, points }
}

const seasonPosition = ({ season }: FanFigures): FiguresFor<'season_position'> | undefined => {
  if (!season || season.position === null) return undefined
  const { name, position, isShared, totalPoints: points, participants, positionChange: change } = season
  const { playedRounds, rounds } = season
  return {
    type: 'season_position',
    season: name,
    position,
    isShared,
    participants,
    points,
    change,
    playedRounds,
    rounds,
  }
}

const avatarOf = async (database: Database, userId: string): Promise<AvatarAppearance | null> => {
  const user = await users(database).where({ id: userId }).first('avatar_config')
  return user?.avatar_config ? avatarAppearance(user.avatar_config) : null
}

type Dependencies = { database: Database; calls: ServiceCalls }

/** Figures to share and when racing last changed them, null if they contain no racing. */
type Collected = { figures: Figures; changedAt: string | null }

/** Collects the current figures of a type; throws `NOTHING_TO_SHARE` if there are none. */
export const collectFigures =
  ({ database, calls }: Dependencies) =>
  async (caller: Caller, weekendId: number, type: TemplateType): Promise<Collected> => {
    const { name: weekend } = await requireWeekend(database, weekendId)
    const { userId } = caller
    let changedAt: string | null = null
    const fetchFanFigures = async (): Promise<FanFigures> => {
      const outcome = await calls.request(findFanFigures, { params: { weekendId, userId } })
      if (outcome.kind !== 'reply') throw busy(new Error(`tipping knows no figures: ${outcome.kind}`))
      changedAt = outcome.reply.changedAt
      return outcome.reply
    }
    const collect = {
      race_result: async () => raceResult(database, await fetchFanFigures()),
      tip_performance: async () => tipPerformance(await fetchFanFigures()),
      leaderboard_position: async () => leaderboardPosition(await fetchFanFigures()),
      driver_poll: () => driverPoll(database, userId, weekendId),
      group_victory: async () => groupVictory(database, await fetchFanFigures()),
      season_position: async () => {
        const fanFigures = await fetchFanFigures()
        changedAt = fanFigures.season?.changedAt ?? null
        return seasonPosition(fanFigures)
      },
    }
    const figures = await collect[type]()
    if (!figures) throw nothingToShare(type)
    const avatar = await avatarOf(database, userId)
    return { figures: { fan: displayName(caller), avatar, weekend, ...figures }, changedAt }
  }
