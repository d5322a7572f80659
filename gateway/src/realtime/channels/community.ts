import { userChanged } from '@purple-sector/contracts/identity/events'
import { on } from '../../event-handler.ts'
import { createChannel } from '../hub/channel.ts'
import type { MakeKind } from './make-kind.ts'

const COMMUNITY = 'community'
/** At most one notice per interval: when the gates open, thousands arrive at the track. */
const MIN_INTERVAL_MS = 2_000

/**
 * `community`: clients that show the lists of trackside fans and of teams.
 * They fetch the lists over HTTP, so one notice covers all changes before it is sent.
 */
export const communityKind: MakeKind = ({ frames, changes, log }) => {
  const channel = createChannel({ key: COMMUNITY, log })
  let sentAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  const send = (): void => {
    timer = undefined
    sentAt = performance.now()
    channel.send((seq) => frames('community_updated', {}, seq))
  }

  return {
    find: async ({ community }) => (community ? [channel] : []),
    eventHandlers: [
      on(userChanged, ({ communityChanged, deleted }, { isReplay }) => {
        if (isReplay || !(communityChanged || deleted)) return
        changes.note(COMMUNITY)
        timer ??= setTimeout(send, Math.max(0, sentAt + MIN_INTERVAL_MS - performance.now()))
      }),
    ],
    close() {
      clearTimeout(timer)
      channel.close()
    },
  }
}
