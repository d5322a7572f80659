import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@purple-sector/service-kit'
import type { Client } from './client.ts'
import type { Clients } from './clients.ts'
import type { FrameWriter } from './frames.ts'

/** The rest of the 27 s that a gateway has to stop (main.ts) is for closing, for replies in flight and for the bus. */
const MAX_DRAIN_MS = 15_000
const TICK_MS = 50
/**
 * 2,000 a second, which a replica can accept that shares its cores (F4, docs/performance.md).
 * A burst is one batch of session requests to identity, and the pause is long enough to send it (`BATCH_WINDOW`,
 * sessions/sessions.ts).
 */
const BURST = { sockets: 500, everyMs: 250 }
/** Clients notified but not yet gone: a slower replica sets the pace. */
const MAX_IN_FLIGHT = 5_000
/**
 * A client that has not reconnected by then does not know the frame, or cannot follow it; draining does not wait for
 * it.
 */
const RECONNECT_TIMEOUT_MS = 5_000
/** A new connection during draining means the load balancer still routes to us; draining pauses until that stops. */
const NEW_CONNECTION_PAUSE_MS = 500
/** Browsers that were routed back try again within 3 s. */
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
 * Each client opens another connection by itself and closes this one when it has its state there. Clients that do not
 * are closed afterwards.
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
      const isStillRouted = at - rejectedAt < NEW_CONNECTION_PAUSE_MS
      if (isStillRouted || clients.all().size < openCount) progressAt = at
      openCount = clients.all().size
      if (!isStillRouted && at - burstAt >= BURST.everyMs) {
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
    /** A client was refused because this gateway is stopping. */
    noteRejected(): void {
      rejectedAt = now()
    },
  }
}
