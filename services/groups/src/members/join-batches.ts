import type { JoinReply } from '@purple-sector/contracts/groups/http'
import { currentTraceparent, inTraceOf, nextTraceparent } from '@purple-sector/messaging/trace'
import type { Caller } from '@purple-sector/service-kit'
import { batchRequests } from '@purple-sector/service-kit/scheduling/batch-requests'
import type { GroupsDependencies } from '../dependencies.ts'
import { joinGroup } from './join-group.ts'
import { type Joining, joinTogether } from './join-together.ts'

/** How long requests gather while a batch is running, ms; where tipping does not answer they continue alone. */
const TIMEOUT_MS = 250

/**
 * Joins users who come by links at the same time, into any groups, in one batch: a join costs mostly round trips in two
 * services and the commits. A request that cannot join in the batch, or all of a failed batch, join one by one.
 */
export const joinBatches = (
  dependencies: Pick<GroupsDependencies, 'commit' | 'findInvitation'>,
): ((caller: Caller, inviteCode: string) => Promise<JoinReply>) => {
  const { commit } = dependencies
  const join = joinGroup(dependencies)
  const submit = batchRequests<Joining, JoinReply>({
    partitionKey: ({ caller }) => caller.userId,
    concurrency: 1,
    timeoutMs: TIMEOUT_MS,
    async handleBatch(joinings) {
      const outcomes = await commit((sql) => joinTogether(sql, joinings))
      return outcomes.map((outcome) =>
        outcome !== 'handle-one' && 'reply' in outcome ? { result: outcome.reply } : outcome,
      )
    },
    handleOne: ({ caller, inviteCode, traceparent }) => inTraceOf({ traceparent }, () => join(caller, inviteCode)),
  })
  return (caller, inviteCode) => submit({ caller, inviteCode, traceparent: currentTraceparent() ?? nextTraceparent() })
}
