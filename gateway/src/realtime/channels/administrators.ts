import { reportChanged } from '@purple-sector/contracts/admin/events'
import { on } from '../../event-handler.ts'
import { createChannel } from '../hub/channel.ts'
import { createDeduplicator } from '../parts/deduplicator.ts'
import type { MakeKind } from './make-kind.ts'

/**
 * `administrators`: events for race control only, sent to administrators' sockets without a subscription.
 * Its frames are not numbered, because administrators change and other users get none of them.
 */
export const administratorsKind: MakeKind = ({ clients, frames, isAdmin, log }) => {
  const channel = createChannel({ key: 'administrators', audience: clients.everyone, log })
  const isFirstDelivery = createDeduplicator<string>()
  return {
    eventHandlers: [
      on(reportChanged, (report, { id }) => {
        if (isFirstDelivery(id)) channel.send(() => frames('report_progress', report), isAdmin)
      }),
    ],
  }
}
