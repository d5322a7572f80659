import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Transaction } from '@purple-sector/database'
import { entry, type OutboxEntry, outbox, type Sequenced, sequenced } from '@purple-sector/messaging'
import type { GroupState } from './groups/group.ts'
import type { MembershipState } from './members/member.ts'

/** What a write has published of one group, each state with the sequence of its event, to be pushed to tipping. */
export type Published = { group?: Sequenced<GroupState>; memberships: Sequenced<MembershipState>[] }

type States = {
  group?: GroupState
  memberships?: readonly MembershipState[]
  /** The traces of memberships of several requests, in their order. */
  traceparents?: readonly string[]
}

/**
 * Publishes what a write has changed; `others` are events that tipping does not need. Appends to the outbox, so call it
 * last.
 */
export const publish = async (
  sql: Transaction,
  { group, memberships = [], traceparents }: States,
  ...others: readonly OutboxEntry[]
): Promise<Published> => {
  const [membership, ...more] = memberships
  // From here on the transaction blocks all other appends of its weekend.
  if (membership && !group && more.length + others.length === 0) {
    const [traceparent] = traceparents ?? []
    const { sequence = 0 } = await outbox(sql).append(membershipChanged, membership, traceparent ? { traceparent } : {})
    return { memberships: [{ sequence, data: membership }] }
  }
  const entries = [
    ...(group ? [entry(groupChanged, group)] : []),
    ...memberships.map((membership) => entry(membershipChanged, membership)),
    ...others,
  ]
  await outbox(sql).appendMany(entries, traceparents && { traceparents })
  const [groupWithSequence] = group ? await sequenced(sql, groupChanged, [group]) : []
  return {
    ...(groupWithSequence && { group: groupWithSequence }),
    memberships: await sequenced(sql, membershipChanged, memberships),
  }
}
