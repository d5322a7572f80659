import { groupChanged, membershipChanged } from '@purple-sector/contracts/groups/events'
import type { Transaction } from '@purple-sector/database'
import { entry, type OutboxEntry, outbox, type Sequenced, sequenced } from '@purple-sector/messaging'
import type { GroupState } from './groups/group.ts'
import type { MembershipState } from './members/member.ts'

/** The states of one group that a write has published, each with the sequence of its event, to be pushed to tipping. */
export type Published = { group?: Sequenced<GroupState>; memberships: Sequenced<MembershipState>[] }

type States = {
  group?: GroupState
  memberships?: readonly MembershipState[]
  /** The traces of memberships of several requests, in their order. */
  traceparents?: readonly string[]
}

/**
 * Publishes the states that a write has changed; `otherEvents` are not pushed to tipping. Appends to the outbox, so
 * call it last.
 */
export const publish = async (
  sql: Transaction,
  { group, memberships = [], traceparents }: States,
  ...otherEvents: readonly OutboxEntry[]
): Promise<Published> => {
  const [membership, ...moreMemberships] = memberships
  // From here on the transaction blocks all other appends of its weekend.
  if (membership && !group && moreMemberships.length + otherEvents.length === 0) {
    const [traceparent] = traceparents ?? []
    const { sequence = 0 } = await outbox(sql).append(membershipChanged, membership, traceparent ? { traceparent } : {})
    return { memberships: [{ sequence, data: membership }] }
  }
  const entries = [
    ...(group ? [entry(groupChanged, group)] : []),
    ...memberships.map((membership) => entry(membershipChanged, membership)),
    ...otherEvents,
  ]
  await outbox(sql).appendMany(entries, traceparents && { traceparents })
  const [groupWithSequence] = group ? await sequenced(sql, groupChanged, [group]) : []
  return {
    ...(groupWithSequence && { group: groupWithSequence }),
    memberships: await sequenced(sql, membershipChanged, memberships),
  }
}
