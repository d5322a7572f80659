/** A weekend's open competition (`groupId` null), or a group's competition on that weekend. */
export type WeekendScope = { weekendId: number; groupId: number | null }

/** What a leaderboard is of (docs/adr/0031-one-scope.md). Seasons add `{ seasonId, groupId }`. */
export type Scope = WeekendScope

/** How a leaderboard is counted: by results in force, or as if the running session ended now. */
export type View = 'official' | 'projected'

/** Returns the scope of the open competition of a weekend. */
export const openCompetition = (weekendId: number): Scope => ({ weekendId, groupId: null })

/** Prefix of the keys of a group's scopes. */
export const groupScopesKey = (groupId: number): string => `group/${groupId}/`

/** Returns the text form of a scope: `open/weekend/7`, `group/12/weekend/7`. */
export const scopeKey = ({ weekendId, groupId }: Scope): string =>
  `${groupId === null ? 'open/' : groupScopesKey(groupId)}weekend/${weekendId}`

const KEY = /^(?:open|group\/(?<groupId>[1-9]\d{0,9}))\/weekend\/(?<weekendId>[1-9]\d{0,9})$/

/** Parses the text form of a scope; undefined if it is none. */
export const parseScope = (key: string): Scope | undefined => {
  const groups = KEY.exec(key)?.groups
  if (!groups) return undefined
  return { weekendId: Number(groups.weekendId), groupId: groups.groupId === undefined ? null : Number(groups.groupId) }
}
