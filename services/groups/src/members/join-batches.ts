import type { JoinReply } from '@purple-sector/contracts/groups/http'
import type { Caller } from '@purple-sector/service-kit'
import { batchRequests } from '@purple-sector/service-kit/scheduling/batch-requests'
import { currentTraceparent, inTraceOf, nextTraceparent } from '@purple-sector/telemetry/trace'
import type { GroupsDependencies } from '../dependencies.ts'
import { joinGroup } from './join-group.ts'
import { type JoinRequest, joinInBatch } from './join-in-batch.ts'

/** Maximum time that requests wait for a running batch, ms; then each is handled by itself. */
const TIMEOUT_MS = 250

/**
 * Joins users by links, concurrent requests to any groups in one batch: a join costs mostly round trips in two services
 * and the commits. A request that the batch cannot handle, and each request of a failed batch, is handled by itself.
 */
export const joinBatches = (
  dependencies: Pick<GroupsDependencies, 'commit' | 'findInvitation'>,
): ((caller: Caller, inviteCode: string) => Promise<JoinReply>) => {
  const { commit } = dependencies
  const join = joinGroup(dependencies)
  const submit = batchRequests<JoinRequest, JoinReply>({
    partitionKey: ({ caller }) => caller.userId,
    concurrency: 1,
    timeoutMs: TIMEOUT_MS,
    async handleBatch(requests) {
      const outcomes = await commit((sql) => joinInBatch(sql, requests))
      return outcomes.map((outcome) =>
        outcome !== 'handle-one' && 'reply' in outcome ? { result: outcome.reply } : outcome,
      )
    },
    handleOne: ({ caller, inviteCode, traceparent }) => inTraceOf({ traceparent }, () => join(caller, inviteCode)),
  })
  return (caller, inviteCode) => submit({ caller, inviteCode, traceparent: currentTraceparent() ?? nextTraceparent() })
}
