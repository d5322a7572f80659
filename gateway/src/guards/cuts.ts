import { Counter } from 'prom-client'

/** Why a connection was ended before its time. */
export type Cut = 'frames' | 'slow-request' | 'unread-reply' | 'pipelining' | 'leftover-body' | 'memory'

const cuts = new Counter({
  name: 'gateway_connections_cut_total',
  help: 'Connections that this process ended because of what came on them, or was not read from them',
  labelNames: ['reason'],
})

export const countCut = (reason: Cut): void => cuts.inc({ reason })
