import type { PatchGroupBody } from '@purple-sector/contracts/groups/http'
import { conflict } from '@purple-sector/service-kit/errors'
import type { Season } from '../projections/season-projection.ts'
import type { GroupInWeekends, GroupSeason, SeasonRules } from './group.ts'

type SeasonFields = Pick<PatchGroupBody, 'countBest' | 'missedWeekend' | 'lateJoiners'>

/** A group of one weekend. */
export const NO_SEASON: GroupSeason = { seasonId: null, seasonRules: null, hasSeasonStarted: false }

/**
 * Returns the season of a group that becomes a season group; rules that are not sent are copies of the season's. So is
 * `countBest` beside a `missedWeekend` of null: these are what a group of one weekend replies.
 */
export const seasonOf = (season: Season, body: SeasonFields): GroupSeason => ({
  seasonId: season.id,
  seasonRules: {
    countBest: body.countBest === undefined || body.missedWeekend === null ? season.countBest : body.countBest,
    missedWeekend: body.missedWeekend ?? season.missedWeekend,
    lateJoiners: body.lateJoiners ?? 'none',
  },
  hasSeasonStarted: false,
})

export const areSameSeasonRules = (before: SeasonRules | null, after: SeasonRules | null): boolean =>
  before?.countBest === after?.countBest &&
  before?.missedWeekend === after?.missedWeekend &&
  before?.lateJoiners === after?.lateJoiners

/** Whether the request makes a group of one weekend a season group. */
export const beginsSeason = ({ seasonId }: Pick<GroupSeason, 'seasonId'>, { allSeason }: PatchGroupBody): boolean =>
  seasonId === null && allSeason === true

/** The data that a change of a group's season depends on. */
export type SeasonContext = {
  /** The season of the group's weekend, for a group that becomes a season group. */
  season?: Season | undefined
  /** Whether a counting race has locked in the group. */
  hasLockedRace: boolean
}

/**
 * Applies what a request says of a group's season (docs/rules.md, Season groups). Throws 409 for other rules once a
 * counting race has locked, and for leaving the season once a second weekend was opened.
 */
export const applySeasonPatch = (
  group: GroupInWeekends,
  body: PatchGroupBody,
  { season, hasLockedRace }: SeasonContext,
): GroupSeason => {
  const { seasonId, seasonRules } = group
  if (seasonRules === null) return season && beginsSeason(group, body) ? seasonOf(season, body) : NO_SEASON
  if (body.allSeason === false) {
    if (group.weekends.length !== 1)
      throw conflict('GROUP_STARTED', 'This group has continued with another weekend, so it stays with the season.')
    return NO_SEASON
  }
  const hasSeasonStarted = group.hasSeasonStarted || hasLockedRace
  const rules: SeasonRules = {
    countBest: body.countBest === undefined ? seasonRules.countBest : body.countBest,
    missedWeekend: body.missedWeekend ?? seasonRules.missedWeekend,
    lateJoiners: body.lateJoiners ?? seasonRules.lateJoiners,
  }
  if (hasSeasonStarted && !areSameSeasonRules(seasonRules, rules))
    throw conflict(
      'GROUP_STARTED',
      'A race that counts in this group has locked, so the rules of its season are fixed.',
    )
  return { seasonId, seasonRules: rules, hasSeasonStarted }
}
