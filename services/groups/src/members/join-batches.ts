import { setTimeout } from 'node:timers/promises'
import type { JoinReply } from '@purple-sector/contracts/groups/http'
import { isConnectionFailure } from '@purple-sector/database'
import { currentTraceparent, inTraceOf, nextTraceparent } from '@purple-sector/messaging/trace'
import type { Caller } from '@purple-sector/service-kit'
import type { GroupsDependencies } from '../dependencies.ts'
import { joinGroup } from './join-group.ts'
import { type Joining, joinTogether } from './join-together.ts'

type Waiting = { joining: Joining; resolve(reply: JoinReply): void; reject(reason: unknown): void }

const LARGEST = 50
/** So long those who come meanwhile gather; where tipping does not answer they go without. */
const PATIENCE_MS = 250

/** Who goes next: the oldest first, and nobody twice; the others stay. */
export const nextJoinings = <T extends { joining: { caller: { userId: string } } }>(queue: T[]): T[] => {
  const batch: T[] = []
  const left: T[] = []
  const people = new Set<string>()
  for (const waiting of queue) {
    const { userId } = waiting.joining.caller
    if (batch.length === LARGEST || people.has(userId)) left.push(waiting)
    else batch.push(waiting)
    people.add(userId)
  }
  queue.splice(0, queue.length, ...left)
  return batch
}

/**
 * Lets people who come by a link at the same time, into whatever groups, come in together: what one costs is mostly
 * round trips in two services and the commits. Who comes alone goes in at once, those who come meanwhile go in together.
 * Who cannot go with the others, or all of them where that fails, come in alone.
 */
export const joinBatches = (
  dependencies: Pick<GroupsDependencies, 'commit' | 'findInvitation'>,
): ((caller: Caller, inviteCode: string) => Promise<JoinReply>) => {
  const { commit } = dependencies
  const join = joinGroup(dependencies)
  const queue: Waiting[] = []
  let isRunning = false

  const alone = ({ joining, resolve, reject }: Waiting): void => {
    const { caller, inviteCode, traceparent } = joining
    inTraceOf({ traceparent }, () => join(caller, inviteCode)).then(resolve, reject)
  }

  const write = async (batch: Waiting[]): Promise<void> => {
    try {
      const joinings = batch.map(({ joining }) => joining)
      const outcomes = await commit((sql) => joinTogether(sql, joinings))
      for (const [place, waiting] of batch.entries()) {
        const outcome = outcomes[place]
        if (!outcome || outcome === 'alone') alone(waiting)
        else if ('reply' in outcome) waiting.resolve(outcome.reply)
        else waiting.reject(outcome.refusal)
      }
    } catch (error) {
      if (isConnectionFailure(error)) for (const { reject } of batch) reject(error)
      else batch.forEach(alone)
    }
  }

  const run = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    for (let batch = nextJoinings(queue); batch.length > 0; batch = nextJoinings(queue)) {
      const over = new AbortController()
      const patience = setTimeout(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => {})
      await Promise.race([write(batch), patience])
      over.abort()
    }
    isRunning = false
  }

  return (caller, inviteCode) =>
    new Promise((resolve, reject) => {
      queue.push({
        joining: { caller, inviteCode, traceparent: currentTraceparent() ?? nextTraceparent() },
        resolve,
        reject,
      })
      void run()
    })
}
