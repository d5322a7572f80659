import type { Comparison } from '@purple-sector/contracts/tipping/compare'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { leaderboardReadModel } from '../leaderboards/leaderboard-read-model.ts'
import { picksCommitted } from '../picks/pick-read-model.ts'
import { findCurrentSeason } from '../seasons/current-season-read-model.ts'
import { seasonNotFound } from '../seasons/season-not-found.ts'
import { findSeason } from '../seasons/season-repository.ts'
import {
  type ComparedFan,
  type ComparedScope,
  type ComparedWeekend,
  compareReadModel,
  type PickRow,
} from './compare-read-model.ts'

type ComparisonOfWeekend = Comparison['competitions'][number]['weekends'][number]
type Category = ComparisonOfWeekend['categories'][number]
type ComparedPick = Category['races'][number]['you']

const pickOf = ({ carId, plate, driver, points }: PickRow): ComparedPick =>
  carId === null ? null : { carId, plate, driver, points }

const categoriesOf = (rows: readonly PickRow[], you: string, isVisible: (userId: string) => boolean): Category[] =>
  [...Map.groupBy(rows, ({ categoryId }) => categoryId)].map(([categoryId, ofCategory]) => {
    const races = [...Map.groupBy(ofCategory, ({ raceId }) => raceId)].map(([raceId, picks]) => {
      const sideOf = (isYours: boolean): ComparedPick => {
        const row = picks.find(({ userId }) => (userId === you) === isYours)
        return row && isVisible(row.userId) ? pickOf(row) : null
      }
      return { raceId, name: picks[0]?.race ?? '', you: sideOf(true), them: sideOf(false) }
    })
    return { categoryId, category: ofCategory[0]?.category ?? '', races }
  })

const noSuchUser = () => notFound('USER_NOT_FOUND', 'There’s no such fan.')

/**
 * Compares the caller with another fan in the open competition and in the groups that both are in (docs/rules.md, Seasons).
 * Throws 404 for an unknown or deleted fan, and for an unknown season.
 */
export const compareFans = ({ database }: { database: Database }) => {
  const compare = compareReadModel(database)
  const leaderboards = leaderboardReadModel(database)
  const committedAtOf = picksCommitted(database)

  const findFans = async ({ userId }: Caller, otherId: string): Promise<{ you: ComparedFan; them: ComparedFan }> => {
    const [you, them] = await Promise.all([compare.fan(userId), compare.fan(otherId)])
    if (!you || !them) throw noSuchUser()
    return { you, them }
  }

  const compareInScope = async (
    scope: ComparedScope,
    weekend: ComparedWeekend,
    { you, them }: { you: ComparedFan; them: ComparedFan },
    hiddenIn: ReadonlySet<number>,
  ): Promise<ComparisonOfWeekend | undefined> => {
    const userIds = [...new Set([you.userId, them.userId])]
    const { standings } = await leaderboards.standingsOf(scope, userIds)
    if (standings.length === 0) return undefined
    const hidesThem =
      scope.groupId !== null &&
      scope.adminUserId !== you.userId &&
      them.userId !== you.userId &&
      hiddenIn.has(scope.scopeId)
    const isVisible = (userId: string) => userId === you.userId || !hidesThem
    const placedOf = ({ userId }: ComparedFan) => {
      const standing = standings.find((candidate) => candidate.userId === userId)
      if (!standing) return null
      if (!isVisible(userId)) return { position: null, points: null }
      return { position: standing.position, points: standing.totalPoints }
    }
    const committedAt = await committedAtOf(scope)
    const rows = committedAt ? await compare.picks(scope, userIds, committedAt) : []
    return {
      ...weekend,
      you: placedOf(you),
      them: placedOf(them),
      categories: categoriesOf(rows, you.userId, isVisible),
    }
  }

  return async (
    caller: Caller,
    otherId: string,
    requestedSeasonId: number | undefined,
  ): Promise<{ comparison: Comparison; weekendIds: number[] }> => {
    const fans = await findFans(caller, otherId)
    const seasonId = requestedSeasonId ?? (await findCurrentSeason(database))
    if (requestedSeasonId !== undefined && !(await findSeason(database, requestedSeasonId))) throw seasonNotFound()
    const weekends = await compare.weekends(seasonId)
    const weekendIds = weekends.map(({ weekendId }) => weekendId)
    const scopes = await compare.scopes(weekendIds, caller.userId, otherId)
    const groupScopeIds = scopes.flatMap(({ groupId, scopeId }) => (groupId === null ? [] : [scopeId]))
    const hiddenIn = await compare.hiddenIn(groupScopeIds, otherId)
    const competitions: Comparison['competitions'] = []
    for (const [groupId, ofCompetition] of Map.groupBy(scopes, (scope) => scope.groupId)) {
      const compared: ComparisonOfWeekend[] = []
      for (const weekend of weekends) {
        const scope = ofCompetition.find(({ weekendId }) => weekendId === weekend.weekendId)
        const row = scope && (await compareInScope(scope, weekend, fans, hiddenIn))
        if (row) compared.push(row)
      }
      if (compared.length > 0 || groupId === null)
        competitions.push({ groupId, groupName: ofCompetition.at(-1)?.groupName ?? null, weekends: compared })
    }
    return { comparison: { seasonId, ...fans, competitions }, weekendIds }
  }
}
