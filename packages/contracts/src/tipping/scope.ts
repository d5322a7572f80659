/** A weekend's open competition (`groupId` null), or a group's competition on that weekend. */
export type WeekendScope = { weekendId: number; groupId: number | null }
/** A season's open competition (`groupId` null), or that of a season group. */
export type SeasonScope = { seasonId: number; groupId: number | null }

/** What a leaderboard is of (docs/adr/0031-one-scope.md). */
export type Scope = WeekendScope | SeasonScope

export const isWeekendScope = (scope: Scope): scope is WeekendScope => 'weekendId' in scope
export const isSeasonScope = (scope: Scope): scope is SeasonScope => 'seasonId' in scope

/** How a leaderboard is counted: by results in force, or as if the running session ended now. */
export type View = 'official' | 'projected'

/** Returns the scope of the open competition of a weekend. */
export const openCompetition = (weekendId: number): WeekendScope => ({ weekendId, groupId: null })

/** Returns the scope of the open competition of a season. */
export const openSeason = (seasonId: number): SeasonScope => ({ seasonId, groupId: null })

/** Prefix of the keys of a group's scopes. */
export const groupScopesKey = (groupId: number): string => `group/${groupId}/`

/** Returns the text form of a scope: `open/weekend/7`, `group/12/weekend/7`, `open/season/3`, `group/12/season/3`. */
export const scopeKey = (scope: Scope): string => {
  const competition = scope.groupId === null ? 'open/' : groupScopesKey(scope.groupId)
  return competition + ('seasonId' in scope ? `season/${scope.seasonId}` : `weekend/${scope.weekendId}`)
}

const KEY = /^(?:open|group\/(?<groupId>[1-9]\d{0,9}))\/(?<kind>weekend|season)\/(?<id>[1-9]\d{0,9})$/

/** Parses the text form of a scope; undefined if it is none. */
export const parseScope = (key: string): Scope | undefined => {
  const groups = KEY.exec(key)?.groups
  if (!groups) return undefined
  const groupId = groups.groupId === undefined ? null : Number(groups.groupId)
  return groups.kind === 'season' ? { seasonId: Number(groups.id), groupId } : { weekendId: Number(groups.id), groupId }
}
