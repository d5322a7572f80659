import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@purple-sector/database'
import { openRules, type ScopeRules } from '../src/scopes/rules.ts'
import { readRecordedScenario } from './recorded-scenario.ts'

/** Between two times of the database's clock. */
export type Window = { from: Date; to: Date }
type Membership = { userId: string; joined: Window; approved: Window | null; left: Window | null }
type ExpectedGroup = { rules: { rules: ScopeRules; within: Window }[]; memberships: Membership[]; isDeleted: boolean }
type Group = { groupId: number }

/**
 * Records the states of groups that a scenario published, and when. Boards are recomputed from tipping's record of rule
 * versions and memberships; this checks that record.
 */
export const expectedGroups = () => {
  const groups = new Map<number, ExpectedGroup>()
  const expectedOf = ({ groupId }: Group): ExpectedGroup => {
    const expected = groups.get(groupId)
    if (!expected) throw new Error(`Nothing was published of group ${groupId}`)
    return expected
  }
  const presentOf = (group: Group, userId: string) =>
    expectedOf(group).memberships.find((each) => each.userId === userId && each.left === null)

  return {
    founded({ groupId }: Group, within: Window, rules: Partial<ScopeRules>): void {
      groups.set(groupId, {
        rules: [{ rules: { ...openRules([]), ...rules }, within }],
        memberships: [],
        isDeleted: false,
      })
    },
    ruled(group: Group, within: Window, change: Partial<ScopeRules>): void {
      const { rules: versions } = expectedOf(group)
      const current = versions.at(-1)?.rules ?? openRules([])
      const rules = { ...current, ...change }
      if (!isDeepStrictEqual(current, rules)) versions.push({ rules, within })
    },
    joined(group: Group, userId: string, joined: Window, isApproved: boolean): void {
      if (presentOf(group, userId)) return
      expectedOf(group).memberships.push({ userId, joined, approved: isApproved ? joined : null, left: null })
    },
    approved(group: Group, userId: string, within: Window): void {
      const membership = presentOf(group, userId)
      if (membership) membership.approved ??= within
    },
    left(group: Group, userId: string, within: Window): void {
      const membership = presentOf(group, userId)
      if (membership) membership.left = within
    },
    /** All rules and memberships start again in the other weekend. */
    moved(group: Group, within: Window): void {
      const expected = expectedOf(group)
      expected.rules = expected.rules.slice(-1).map(({ rules }) => ({ rules, within }))
      expected.memberships = expected.memberships
        .filter(({ left }) => left === null)
        .map(({ userId, approved }) => ({ userId, joined: within, approved: approved && within, left: null }))
    },
    deleted(group: Group): void {
      expectedOf(group).isDeleted = true
    },

    /** Returns the differences between the expected record and tipping's. */
    async differences(database: Database): Promise<string[]> {
      const differences: string[] = []
      const check = (isExpected: boolean, message: string) => isExpected || differences.push(message)
      const isDuring = (moment: Date | null | undefined, within: Window | null): boolean =>
        within === null ? moment === null : moment != null && within.from <= moment && moment <= within.to
      for (const [groupId, { rules, memberships, isDeleted }] of groups) {
        const scopes = await database('scopes').where({ group_id: groupId })
        check(scopes.length === (isDeleted ? 0 : 1), `group ${groupId} has ${scopes.length} scopes`)
        if (isDeleted || scopes.length !== 1) continue
        const { scopes: recorded } = await readRecordedScenario(database, scopes[0].weekend_id)
        const recordedScope = recorded.find(({ id }) => id === scopes[0].id)
        check(
          recordedScope?.rules.length === rules.length,
          `group ${groupId} has ${recordedScope?.rules.length} rules, not ${rules.length}`,
        )
        for (const [place, version] of rules.entries()) {
          const row = recordedScope?.rules[place]
          const isExpected =
            row !== undefined &&
            isDeepStrictEqual(row.rules, version.rules) &&
            isDuring(row.inForceFrom, version.within)
          check(isExpected, `rules ${place} of group ${groupId}`)
        }
        const rows = recordedScope?.memberships.toSorted((a, b) => a.id - b.id) ?? []
        check(rows.length === memberships.length, `group ${groupId} has ${rows.length} memberships`)
        for (const [userId, ofUser] of Map.groupBy(memberships, (each) => each.userId))
          for (const [place, { joined, approved, left }] of ofUser.entries()) {
            const row = rows.filter((each) => each.userId === userId)[place]
            check(isDuring(row?.joinedAt, joined), `joining ${place} of ${userId} in group ${groupId}`)
            check(isDuring(row?.approvedAt, approved), `approval ${place} of ${userId} in group ${groupId}`)
            check(isDuring(row?.leftAt, left), `end ${place} of ${userId} in group ${groupId}`)
          }
      }
      return differences
    },
  }
}
