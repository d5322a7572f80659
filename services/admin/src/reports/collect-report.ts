import { inOrder } from '@purple-sector/contracts/admin/classification'
import type { CallReply } from '@purple-sector/contracts/call'
import { findPoll } from '@purple-sector/contracts/engagement/internal'
import { displayName } from '@purple-sector/contracts/identity/display-name'
import { summariseWeekend, type WeekendSummary } from '@purple-sector/contracts/tipping/internal'
import { findWholeWeekend, listCategories, type WholeWeekend } from '@purple-sector/contracts/weekends/internal'
import { type Database, databaseTime } from '@purple-sector/database'
import type { Logger, ServiceCalls } from '@purple-sector/service-kit'
import { busy } from '@purple-sector/service-kit/errors'
import type { NamedRow } from '../results/result.ts'
import type { ReportedCar, ReportedCategory, ReportedFan, ReportedRace, WeekendReport } from './weekend-report.ts'
import { type StoredRevision, weekendRevisions } from './weekend-revision-read-model.ts'

type Dependencies = { database: Database; calls: ServiceCalls; log: Logger }
type Poll = CallReply<typeof findPoll>

const carOf = ({ position, status, car, laps, bestLapMs, gapMs }: NamedRow): ReportedCar => ({
  position,
  status,
  plate: car.plate,
  driver: car.driver,
  team: car.team,
  laps: laps ?? null,
  bestLapMs: bestLapMs ?? null,
  gapMs: gapMs ?? null,
})

/** Returns classified cars by position, then the others as they were sent. */
const carsOf = (rows: readonly NamedRow[]): ReportedCar[] => [
  ...inOrder(rows.filter(({ status }) => status === 'classified')).map(carOf),
  ...rows.filter(({ status }) => status !== 'classified').map(carOf),
]

const pollOf = (poll: Poll | null, categoryId: number): ReportedCategory['poll'] => {
  const resultsOfCategory = (poll?.results ?? []).filter((result) => result.categoryId === categoryId)
  const maxVotes = Math.max(0, ...resultsOfCategory.map(({ votes }) => votes))
  if (maxVotes === 0) return null
  const drivers = resultsOfCategory.filter(({ votes }) => votes === maxVotes).map(({ driverName }) => driverName)
  return { drivers, votes: maxVotes, total: resultsOfCategory.reduce((sum, { votes }) => sum + votes, 0) }
}

const fanOf = ({
  position,
  totalPoints,
  tieBreak,
  tipsSubmitted,
  picks,
  ...names
}: WeekendSummary['top'][number]): ReportedFan => ({
  position,
  isShared: tieBreak === 'shared',
  name: displayName(names),
  points: totalPoints ?? 0,
  tips: tipsSubmitted,
  picks,
})

/** The owners' replies from which a report is composed. */
type Sources = {
  weekendState: WholeWeekend
  categories: CallReply<typeof listCategories>
  summary: WeekendSummary
  /** Null if engagement was unavailable. */
  poll: Poll | null
  revisions: ReadonlyMap<number, readonly StoredRevision[]>
  madeAt: Date
}

/** Start of a session, for sorting: one without a time comes last. */
const startOf = ({ startTime }: { startTime: string | null }): number =>
  startTime === null ? Number.POSITIVE_INFINITY : Date.parse(startTime)
const byTime = (left: { id: number; startTime: string | null }, right: typeof left): number =>
  startOf(left) === startOf(right) ? left.id - right.id : startOf(left) - startOf(right)

/** Composes the report from the owners' replies. */
export const composeReport = ({
  weekendState,
  categories,
  summary,
  poll,
  revisions,
  madeAt,
}: Sources): WeekendReport => {
  const points = new Map(summary.races.map((race) => [race.raceId, race.points]))
  const racers = new Map(summary.categories.map((category) => [category.categoryId, category.racers]))
  const races = weekendState.races.map(({ data }) => data).filter(({ deleted }) => !deleted)

  const raceOf = (race: (typeof races)[number]): ReportedRace => {
    const publishedRevisions = revisions.get(race.id) ?? []
    return {
      id: race.id,
      name: race.name,
      sessionType: race.sessionType,
      startTime: race.startTime,
      revisions: publishedRevisions.map(({ classification: _, ...revision }) => revision),
      cars: carsOf(publishedRevisions.at(-1)?.classification ?? []),
      points: points.get(race.id) ?? null,
    }
  }
  const withRaces = categories
    .map(({ data }) => data)
    .filter(({ id }) => races.some(({ categoryId }) => categoryId === id))
    .toSorted((left, right) => left.order - right.order)

  const { name, venue, startDate, endDate, timeZone } = weekendState.weekend.data
  return {
    weekend: { name, venue, startDate, endDate, timeZone },
    madeAt: madeAt.toISOString(),
    categories: withRaces.map(({ id, name: category, shortName }) => ({
      id,
      name: category,
      shortName,
      races: races
        .filter(({ categoryId }) => categoryId === id)
        .toSorted(byTime)
        .map(raceOf),
      racers: racers.get(id) ?? 0,
      poll: pollOf(poll, id),
    })),
    participants: summary.participants,
    tips: summary.tips,
    top: summary.top.map(fanOf),
    votes: poll === null ? null : poll.stats.totalVotes,
  }
}

/**
 * Collects the current figures of a weekend's report; undefined if the weekend is deleted.
 * Leaves out the poll if engagement is unavailable. Throws if results or leaderboard cannot be fetched.
 */
export const collectReport =
  ({ database, calls, log }: Dependencies) =>
  async (weekendId: number): Promise<WeekendReport | undefined> => {
    const params = { weekendId }
    const [weekendState, categories, summary, poll] = await Promise.all([
      calls.request(findWholeWeekend, { params: { id: weekendId } }),
      calls.request(listCategories, {}),
      calls.request(summariseWeekend, { params }),
      calls.request(findPoll, { params }).catch((error: unknown) => {
        log.warn(
          { event: 'report.poll_unavailable', err: error, weekendId },
          'Driver poll unavailable: engagement did not respond; the report leaves it out',
        )
        return null
      }),
    ])
    if (weekendState.kind !== 'reply' || weekendState.reply.weekend.data.deleted) return undefined
    if (categories.kind !== 'reply' || summary.kind !== 'reply')
      throw busy(new Error('weekends or tipping is not installed'))
    return composeReport({
      weekendState: weekendState.reply,
      categories: categories.reply,
      summary: summary.reply,
      poll: poll?.kind === 'reply' ? poll.reply : null,
      revisions: await weekendRevisions(database, weekendId),
      madeAt: await databaseTime(database),
    })
  }
