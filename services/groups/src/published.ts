import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Transaction } from '@purple-sector/database'
import { entry, type OutboxEntry, outbox, type Sequenced, sequenced } from '@purple-sector/messaging'
import type { GroupState } from './groups/group.ts'
import type { MembershipState } from './members/member.ts'

/** What a write has published of one group, each state with the sequence of its event: what tipping is handed. */
export type Published = { group?: Sequenced<GroupState>; memberships: Sequenced<MembershipState>[] }

type States = { group?: GroupState; memberships?: readonly MembershipState[] }

/** Publishes what a write has changed; `others` are events that tipping need not know. Appends, so it comes last. */
export const publish = async (
  sql: Transaction,
  { group, memberships = [] }: States,
  ...others: readonly OutboxEntry[]
): Promise<Published> => {
  const [membership, ...more] = memberships
  // Whoever comes into a group holds up all others of its weekend from here on.
  if (membership && !group && more.length + others.length === 0) {
    const { sequence = 0 } = await outbox(sql).append(membershipChanged, membership)
    return { memberships: [{ sequence, data: membership }] }
  }
  await outbox(sql).appendMany([
    ...(group ? [entry(groupChanged, group)] : []),
    ...memberships.map((membership) => entry(membershipChanged, membership)),
    ...others,
  ])
  const [told] = group ? await sequenced(sql, groupChanged, [group]) : []
  return { ...(told && { group: told }), memberships: await sequenced(sql, membershipChanged, memberships) }
}
