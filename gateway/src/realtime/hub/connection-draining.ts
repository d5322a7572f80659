import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@purple-sector/service-kit'
import type { Client } from './client.ts'
import type { Clients } from './clients.ts'
import type { FrameWriter } from './frames.ts'

/** The rest of the 27 s for stopping (main.ts) is for closing sockets, replies in flight and the bus. */
const MAX_DRAIN_MS = 15_000
const TICK_MS = 50
/**
 * 2,000 a second: the rate that a replica on shared cores can accept (F4, docs/performance.md).
 * A burst is one batch of session requests to identity, and the pause is long enough to send it (`BATCH_WINDOW`,
 * sessions/sessions.ts).
 */
const BURST = { sockets: 500, everyMs: 250 }
/** Limit of notified clients that are still connected: a slower replica sets the pace. */
const MAX_IN_FLIGHT = 5_000
/** After this a client counts as unable to reconnect, and draining does not wait for it. */
const RECONNECT_TIMEOUT_MS = 5_000
/** A new connection during draining means the load balancer still routes to us; draining pauses until that stops. */
const NEW_CONNECTION_PAUSE_MS = 500
/** Longer than browsers that were routed back to this gateway need to retry (3 s). */
const NO_PROGRESS_TIMEOUT_MS = 4_000
const PEER_CHECK_INTERVAL_MS = 500

type Options = {
  clients: Pick<Clients, 'all'>
  frames: FrameWriter
  /** Whether there is another ready gateway. */
  hasPeers(): Promise<boolean>
  log: Logger
  now?(): number
  wait?(ms: number): Promise<unknown>
}

/**
 * On shutdown, asks clients in batches to reconnect to other replicas, at a rate those can accept.
 * Each client opens another connection by itself, and closes this one when it has received its states there. Sockets
 * that remain are closed afterwards.
 */
export const createDraining = ({
  clients,
  frames,
  hasPeers,
  log,
  now = () => performance.now(),
  wait = pause,
}: Options) => {
  let rejectedAt = Number.NEGATIVE_INFINITY

  const run = async (): Promise<void> => {
    const startedAt = now()
    const sockets = clients.all().size
    const unnotified = clients.all().values()
    const reconnect = frames('reconnect', {})
    let inFlight: { client: Client; notifiedAt: number }[] = []
    let [burstAt, peersCheckedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
    let [progressAt, openCount] = [startedAt, sockets]

    const isOver = async (): Promise<boolean> => {
      const at = now()
      if (clients.all().size === 0 || at - startedAt >= MAX_DRAIN_MS || at - progressAt >= NO_PROGRESS_TIMEOUT_MS)
        return true
      if (at - peersCheckedAt < PEER_CHECK_INTERVAL_MS) return false
      peersCheckedAt = at
      return !(await hasPeers())
    }

    const notify = (max: number): void => {
      for (let count = 0; count < max; count++) {
        const { value: client } = unnotified.next()
        if (!client) return
        client.write(reconnect)
        progressAt = now()
        inFlight.push({ client, notifiedAt: progressAt })
      }
    }

    while (!(await isOver())) {
      const at = now()
      inFlight = inFlight.filter(({ client, notifiedAt }) => client.isOpen && at - notifiedAt < RECONNECT_TIMEOUT_MS)
      const isStillRoutedHere = at - rejectedAt < NEW_CONNECTION_PAUSE_MS
      if (isStillRoutedHere || clients.all().size < openCount) progressAt = at
      openCount = clients.all().size
      if (!isStillRoutedHere && at - burstAt >= BURST.everyMs) {
        burstAt = at
        notify(Math.min(BURST.sockets, MAX_IN_FLIGHT - inFlight.length))
      }
      await wait(TICK_MS)
    }
    if (sockets > 0)
      log.info(
        { event: 'sockets.drained', sockets, left: clients.all().size, ms: Math.round(now() - startedAt) },
        'Sockets drained to other gateways',
      )
  }

  return {
    run,
    /** Notes that a new connection was rejected because this gateway is stopping. */
    noteRejected(): void {
      rejectedAt = now()
    },
  }
}
