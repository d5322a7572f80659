import { expectedHeat, zoneOf } from '../account/expected-heat.ts'
import type { FinalAccount } from '../account/final-account.ts'
import { racesWithLastingResult } from '../fans/crowd.ts'
import type { CrowdLog } from '../fans/crowd-player.ts'
import type { Fan } from '../fans/fan-player.ts'
import { inParallel } from '../fans/in-parallel.ts'
import type { ProductApi } from '../fans/product-api.ts'
import type { RaceControlLog } from '../race-control/race-control-log.ts'
import { carId, categoryOf, type Programme } from '../race-control/set-up-weekend.ts'
import { type Recording, reactions } from '../recording/recording.ts'
import { type Difference, differs } from './differences.ts'
import { compareResultNotifications } from './result-notifications.ts'

type Comparison = {
  api: ProductApi
  recording: Recording
  programme: Programme
  log: RaceControlLog
  crowd: CrowdLog
  fans: Fan[]
}

/** Points for fan activity besides tipping, and for tips themselves. */
const activityPoints = { tip: 5, vote: 3, reaction: 1, group: 5 }

/** Returns a difference for each activity that the product finally rejected. */
export const rejectedActivity = ({ rejections }: CrowdLog): Difference[] =>
  rejections.flatMap(({ where, reply }) => differs(where, 'reply', 'accepted', reply))

/** Compares poll, reactions, heat map, engagement points and notifications with the player's account. */
export const compareCrowd = async (played: Comparison, account: FinalAccount): Promise<Difference[]> => {
  const { api, programme, fans } = played
  const reader = fans[0]
  if (!reader || !(await api.crowd.isInstalled(reader.account.cookie, programme.weekendId))) return []
  return [
    ...(await comparePoll(played, reader)),
    ...(await compareReactions(played, reader)),
    ...(await compareHeat(played, reader)),
    ...(await compareEngagement(played, account)),
    ...(await compareNotifications(played, account)),
  ]
}

const comparePoll = async (
  { api, programme, crowd }: Comparison,
  { account: { cookie } }: Fan,
): Promise<Difference[]> => {
  const { weekendId } = programme
  const votes = [...crowd.votes.values()].map(({ category, driverName }) => ({
    category: categoryOf(programme, category).name,
    driverName,
  }))
  const keyOf = ({ category, driverName }: (typeof votes)[number]) => `${category}: ${driverName}`
  const expected = [...Map.groupBy(votes, keyOf)].map(([name, all]) => [
    name,
    all.length,
    Math.round((1000 * all.length) / votes.length) / 10,
  ])
  const results = await api.crowd.pollResults(cookie, weekendId)
  const actual = results.map((result) => [keyOf(result), result.votes, result.percentage])
  const voters = crowd.votes.size
  const stats = {
    totalVotes: voters,
    uniqueVoters: voters,
    categoriesVoted: new Set(votes.map(({ category }) => category)).size,
  }
  return [
    ...differs('driver poll', 'votes', expected.sort(), actual.sort()),
    ...differs(
      'driver poll',
      'most votes first',
      results.map(({ votes }) => votes).toSorted((a, b) => b - a),
      results.map(({ votes }) => votes),
    ),
    ...differs('driver poll', 'stats', stats, await api.crowd.pollStats(cookie, weekendId)),
  ]
}

const compareReactions = async (
  { api, recording, programme, crowd }: Comparison,
  { account: { cookie, user } }: Fan,
): Promise<Difference[]> => {
  const actual = await api.crowd.reacted(cookie, programme.weekendId)
  const remaining = crowd.reactions.filter(({ isCancelled }) => !isCancelled)
  return racesWithLastingResult(recording).flatMap((race) => {
    const ownReactions = remaining.filter((reaction) => reaction.race === race)
    const reacted = actual.find(({ subject }) => subject.id === programme.races.get(race))
    const count = (reaction: string) => ownReactions.filter((one) => one.reaction === reaction).length
    return [
      ...differs(
        `reactions to ${race}`,
        'counts',
        reactions.map(count),
        reactions.map((reaction) => reacted?.counts[reaction] ?? 0),
      ),
      ...differs(
        `reactions to ${race}`,
        'own',
        ownReactions.flatMap(({ userId, reaction }) => (userId === user.id ? [reaction] : [])).sort(),
        (reacted?.yours ?? []).toSorted(),
      ),
    ]
  })
}

/** Compares the heat map except for cars that changed drivers: each session counts for its driver. */
const compareHeat = async (
  { api, recording, programme, log }: Comparison,
  { account: { cookie } }: Fan,
): Promise<Difference[]> => {
  const actual = await api.crowd.heatMap(cookie, programme.weekendId)
  const sessions = [...log.results.values()].flatMap(({ body }) =>
    body.status === 'cancelled' ? [] : [body.classification],
  )
  const edited = new Set(
    recording.categories.flatMap(({ category, cars }) =>
      cars.flatMap(({ number, edits }) => (edits.length > 0 ? [carId(programme, category, number)] : [])),
    ),
  )
  return [...expectedHeat(sessions)].flatMap(([carId, score]) => {
    if (edited.has(carId)) return []
    const where = `heat map, car id ${carId}`
    const entry = actual.find((one) => one.carId === carId)
    const shown = Number(entry?.performanceScore ?? Number.NaN)
    // A score on the edge of a tenth may be rounded either way.
    if (!(Math.abs(shown - score) <= 0.051))
      return differs(where, 'score', score.toFixed(1), entry?.performanceScore ?? 'missing')
    return differs(where, 'zone', zoneOf(shown), entry?.heatMapZone)
  })
}

const compareEngagement = async (played: Comparison, account: FinalAccount): Promise<Difference[]> => {
  const { api, programme, crowd, fans } = played
  const { weekendId } = programme
  const expected = await inParallel(fans, 32, async (fan, index) => {
    const { cookie, user } = fan.account
    const tips = new Set(account.fans[index]?.tips.map(({ category }) => category)).size
    const stays = account.groups.flatMap(({ played: { stays, founder, id, deleted }, group }) => {
      const ownReactions = stays.filter((stay) => stay.fan === fan)
      // Deleting a group also deletes the engagement earned in it.
      if (ownReactions.length === 0 || deleted) return []
      const tipped = new Set(
        group.memberships.flatMap(({ userId, tips }) =>
          userId === user.id ? tips.map(({ category }) => category) : [],
        ),
      )
      return [{ id, joined: founder === fan ? 0 : 1, tips: tipped.size }]
    })
    const { unlocked } = await api.crowd.achievements(cookie)
    const reacted = crowd.reactions.filter(({ userId }) => userId === user.id).length
    const points =
      activityPoints.tip * (tips + stays.reduce((sum, stay) => sum + stay.tips, 0)) +
      activityPoints.group * stays.reduce((sum, { joined }) => sum + joined, 0) +
      activityPoints.vote * (crowd.votes.has(user.id) ? 1 : 0) +
      activityPoints.reaction * reacted +
      unlocked.reduce((sum, { points }) => sum + points, 0)
    const stats = await api.crowd.engagement(cookie, weekendId)
    return {
      userId: user.id,
      points,
      difference: differs(`engagement of ${fan.plan.name}`, 'points', points, stats.totalPoints),
    }
  })
  const ranked = expected.filter(({ points }) => points > 0)
  const reader = fans[0]
  const board = new Map<string, { position: number; totalPoints: number }>()
  for (let offset = 0; reader && offset < ranked.length; offset += 500) {
    for (const entry of await api.crowd.engagementBoard(reader.account.cookie, weekendId, offset))
      board.set(entry.userId, entry)
  }
  const positions = ranked.flatMap(({ userId, points }) => {
    const position = ranked.filter((other) => other.points > points).length + 1
    const actual = board.get(userId)
    return differs(
      `engagement board, ${userId}`,
      'position and points',
      [position, points],
      [actual?.position, actual?.totalPoints],
    )
  })
  return [...expected.flatMap(({ difference }) => difference), ...positions]
}

/** Compares notifications; no fan reads any, so all of them are unread. */
const compareNotifications = async (played: Comparison, account: FinalAccount): Promise<Difference[]> => {
  const { api, programme, log, fans } = played
  const board = new Map(account.board.map((entry) => [entry.userId, entry]))
  const revisions = account.revisions.length
  const reasons = log.expectedMessages.flatMap(({ reason }) => reason ?? [])
  const differences = await inParallel(fans, 32, async ({ account: { cookie, user }, plan }) => {
    const actual = await api.crowd.notifications(cookie, programme.weekendId)
    const { unlocked } = await api.crowd.achievements(cookie)
    const where = `notifications of ${plan.name}`
    const unread = actual.filter(({ isRead }) => !isRead).length
    const names = actual.filter(({ type }) => type === 'achievement').length
    return [
      ...compareResultNotifications(where, actual, { entry: board.get(user.id), revisions, reasons }),
      ...differs(where, 'unread', unread, await api.crowd.unread(cookie, programme.weekendId)),
      ...differs(where, 'achievements', unlocked.length, names),
    ]
  })
  return differences.flat()
}
