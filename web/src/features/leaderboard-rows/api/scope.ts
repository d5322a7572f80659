/** A weekend's open competition (`groupId` null), or a group's competition on that weekend. */
export type WeekendScope = { weekendId: number; groupId: number | null }

/** What a leaderboard is of (ADR 31). Seasons add `{ seasonId, groupId }`; keys and paths of both are in this file. */
export type Scope = WeekendScope

/** Returns the scope of the open competition of a weekend. */
export const openCompetition = (weekendId: number): Scope => ({ weekendId, groupId: null })

/** Prefix of the keys of a group's scopes. */
export const groupScopesKey = (groupId: number): string => `group/${groupId}/`

/** Returns the text form of a scope: `open/weekend/7`, `group/12/weekend/7`. */
export const scopeKey = ({ weekendId, groupId }: Scope): string =>
  `${groupId === null ? 'open/' : groupScopesKey(groupId)}weekend/${weekendId}`

/** Returns the path of the calls that read a scope's leaderboard. */
export const leaderboardPath = ({ weekendId, groupId }: Scope): string =>
  groupId === null ? `/api/weekends/${weekendId}/leaderboard` : `/api/groups/${groupId}/leaderboard/${weekendId}`
