import type { Database } from '@purple-sector/database'
import type { Window } from './expected-groups.ts'

type Membership = { userId: string; joined: Window; approved: Window | null; left: Window | null }
type Scope = { weekendId: number; memberships: Membership[] }

const isDuring = (moment: Date | null | undefined, within: Window | null): boolean =>
  within === null ? moment === null : moment != null && within.from <= moment && moment <= within.to

/**
 * Records what a scenario published of a season group, and when; says which memberships tipping has to have in each
 * weekend by the rules of season groups (docs/rules.md, Groups).
 */
export const expectedSeasonGroup = (groupId: number) => {
  /** Present members, and whether they are approved. */
  const members = new Map<string, boolean>()
  const scopes: Scope[] = []
  const completed = new Map<number, Date>()

  const enter = (scope: Scope, userId: string, joined: Window): void => {
    const own = scope.memberships.filter((each) => each.userId === userId)
    const isThere = own.some(({ left }) => left === null)
    // Who left after the weekend was completed has a row on its board, and no other membership there.
    const since = completed.get(scope.weekendId)
    const staysOnBoard = since !== undefined && own.some(({ left }) => left !== null && left.from >= since)
    if (isThere || staysOnBoard) return
    scope.memberships.push({ userId, joined, approved: members.get(userId) ? joined : null, left: null })
  }
  const presentOf = (userId: string) =>
    scopes.flatMap(({ memberships }) => memberships.filter((each) => each.userId === userId && each.left === null))

  return {
    opened(weekendId: number, within: Window): void {
      const scope = { weekendId, memberships: [] }
      scopes.push(scope)
      for (const userId of members.keys()) enter(scope, userId, within)
    },
    joined(userId: string, within: Window, isApproved: boolean): void {
      if (members.has(userId)) return
      members.set(userId, isApproved)
      for (const scope of scopes) enter(scope, userId, within)
    },
    approved(userId: string, within: Window): void {
      if (!members.has(userId)) return
      members.set(userId, true)
      for (const membership of presentOf(userId)) membership.approved ??= within
    },
    left(userId: string, within: Window): void {
      members.delete(userId)
      for (const membership of presentOf(userId)) membership.left = within
    },
    completed(weekendId: number, at: Date): void {
      completed.set(weekendId, at)
    },
    setBack(weekendId: number, within: Window): void {
      completed.delete(weekendId)
      for (const scope of scopes)
        if (scope.weekendId === weekendId) for (const userId of members.keys()) enter(scope, userId, within)
    },

    /** Returns the differences between the expected memberships and tipping's. */
    async differences(database: Database): Promise<string[]> {
      const differences: string[] = []
      const stored = await database('scopes').where({ group_id: groupId, deleted: false })
      if (stored.length !== scopes.length) differences.push(`${stored.length} scopes, not ${scopes.length}`)
      for (const { weekendId, memberships } of scopes) {
        const scope = stored.find((each) => each.weekend_id === weekendId)
        const rows = await database('memberships')
          .where({ scope_id: scope?.id ?? 0 })
          .orderBy('id')
        if (rows.length !== memberships.length)
          differences.push(`${rows.length} memberships in ${weekendId}, not ${memberships.length}`)
        for (const [userId, ofUser] of Map.groupBy(memberships, (each) => each.userId))
          for (const [place, { joined, approved, left }] of ofUser.entries()) {
            const row = rows.filter((each) => each.user_id === userId)[place]
            const isExpected =
              isDuring(row?.joined_at, joined) && isDuring(row?.approved_at, approved) && isDuring(row?.left_at, left)
            if (!isExpected) differences.push(`membership ${place} of ${userId} in ${weekendId}`)
          }
      }
      return differences
    },
  }
}
