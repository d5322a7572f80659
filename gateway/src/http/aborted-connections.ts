import { Counter } from 'prom-client'

/** Why a connection was aborted. */
export type AbortReason = 'frames' | 'slow-request' | 'unread-reply' | 'pipelining' | 'leftover-body' | 'memory'

const aborted = new Counter({
  name: 'gateway_connections_aborted_total',
  help: 'Connections that this process ended because of what came on them, or was not read from them',
  labelNames: ['reason'],
})

export const countAborted = (reason: AbortReason): void => aborted.inc({ reason })
