import { useEffect, useState } from 'react'
import { browserState } from '../../ui/base/browser-state.ts'
import { useServerRendered } from '../../ui/base/server-rendered.ts'

/** Number of recent samples used: clocks drift, and ours may be set. */
const SAMPLES = 8

const clock = browserState(() => ({
  offsetMs: 0,
  hasSample: false,
  /** Server's clock minus ours at the arrival of each sample: too small by the travel time. */
  samples: [] as number[],
  listeners: new Set<() => void>(),
}))

/** The server's clock, in ms: ours, corrected by the samples. Deadlines are measured by it alone. */
export const serverNow = (): number => Date.now() + clock().offsetMs

/**
 * Adds a sample of the server's clock, taken after `requestedAt` of ours, in ms.
 *
 * The travel time is unknown, and a busy page handles it late: the fastest sample counts, so ours is never ahead of the
 * server's. Earlier samples that this one proves wrong are discarded: our clock was set. Without `requestedAt` all
 * earlier ones are dropped.
 */
export const learnServerTime = (serverTime: string, requestedAt = Number.POSITIVE_INFINITY): void => {
  const sentAt = Date.parse(serverTime)
  if (Number.isNaN(sentAt)) return
  const latest = sentAt - requestedAt
  const { samples, listeners } = clock()
  const newest = [...samples.filter((sample) => sample <= latest), sentAt - Date.now()].slice(-SAMPLES)
  Object.assign(clock(), { samples: newest, offsetMs: Math.max(...newest), hasSample: true })
  for (const listener of listeners) listener()
}

/**
 * Adds a sample from the `Date` header of a reply, which has full seconds, until there is a better one: so that a first
 * reply is not measured by a wrong clock.
 */
export const learnReplyDate = (date: string | null): void => {
  if (!clock().hasSample && date !== null) learnServerTime(date)
}

export const onServerTime = (listener: () => void): (() => void) => {
  clock().listeners.add(listener)
  return () => clock().listeners.delete(listener)
}

/**
 * The server's time, updated every `everyMs`, for countdowns. On a server-rendered page it starts with the instant of
 * the render.
 */
export const useServerNow = (everyMs = 1_000): number => {
  const renderedWith = useServerRendered()
  const [now, setNow] = useState(() => renderedWith?.now ?? serverNow())
  useEffect(() => {
    const tick = () => setNow(serverNow())
    tick()
    const timer = setInterval(tick, everyMs)
    const stop = onServerTime(tick)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [everyMs])
  return now
}
