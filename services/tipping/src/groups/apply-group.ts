import type { ParsedCall } from '@purple-sector/contracts/call'
import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type * as calls from '@purple-sector/contracts/tipping/internal'
import type { Database } from '@purple-sector/database'
import { newerStates, recordPushedState, recordPushedStates } from '@purple-sector/messaging'
import { copyOpenTips } from '../open-tips/copy-open-tips.ts'
import { projectGroup } from './group-projection.ts'
import { projectMemberships } from './membership-projection.ts'

type GroupStates = ParsedCall<typeof calls.applyGroup>
type Memberships = GroupStates['request']['memberships']

/** Memberships per transaction: a group that moves pushes all its memberships. */
const MEMBERSHIP_BATCH_SIZE = 500

/** Filters out known states before locking if there are many memberships; a few are mostly new. */
const newerOf = async (database: Database, memberships: Memberships): Promise<Memberships> =>
  memberships.length > MEMBERSHIP_BATCH_SIZE
    ? newerStates(database, 'tipping', membershipChanged, memberships)
    : memberships

const applyMemberships = async (database: Database, memberships: Memberships): Promise<void> => {
  const newer = await newerOf(database, memberships)
  for (let offset = 0; offset < newer.length; offset += MEMBERSHIP_BATCH_SIZE)
    await database.transaction(async (sql) => {
      const batch = newer.slice(offset, offset + MEMBERSHIP_BATCH_SIZE)
      const newStates = await recordPushedStates(sql, 'tipping', membershipChanged, batch)
      await projectMemberships(
        sql,
        newStates.map(({ data }) => data),
      )
    })
}

/**
 * Applies the states that groups pushes before its reply: a new member may tip at once, and a changed rule decides
 * about the next lock. The events of the same states arrive before or after the call; the second of the two changes
 * nothing. A member who begins to use their open tips in a group has them there when the reply comes.
 */
export const applyGroup =
  ({ database }: { database: Database }) =>
  async ({ request: { group, memberships } }: GroupStates): Promise<Record<string, never>> => {
    if (group)
      await database.transaction(async (sql) => {
        if (await recordPushedState(sql, 'tipping', groupChanged, group)) await projectGroup(sql, group.data)
      })
    await applyMemberships(database, memberships)
    const [membership, ...others] = memberships
    if (membership?.data.usesOpenTips && others.length === 0) await copyOpenTips(database, [membership.data.userId])
    return {}
  }
