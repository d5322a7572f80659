import { setTimeout as pause } from 'node:timers/promises'

/** What a load showed: acknowledged requests a second, and their latency in ms. */
export type LoadFigures = { perSecond: number; p50: number; p99: number; rejected: number }

type Send = (number: number) => Promise<{ isAcknowledged: boolean }>

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0

const figuresOf = (latencies: readonly number[], rejected: number, seconds: number): LoadFigures => {
  const sorted = latencies.toSorted((a, b) => a - b)
  return {
    perSecond: latencies.length / seconds,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    rejected,
  }
}

/** Keeps `concurrency` requests in flight for a time: what the product can take at the most. */
export const saturate = async (send: Send, concurrency: number, seconds: number): Promise<LoadFigures> => {
  const latencies: number[] = []
  let rejected = 0
  let number = 0
  const end = performance.now() + seconds * 1_000
  const sendUntilEnd = async (): Promise<void> => {
    while (performance.now() < end) {
      const startedAt = performance.now()
      const { isAcknowledged } = await send(number++)
      if (isAcknowledged) latencies.push(performance.now() - startedAt)
      else rejected += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendUntilEnd))
  return figuresOf(latencies, rejected, seconds)
}

/** Sends at a fixed rate, whatever the replies take: how long a fan waits. Latency counts from the planned moment. */
export const sendAtRate = async (send: Send, perSecond: number, seconds: number): Promise<LoadFigures> => {
  const latencies: number[] = []
  let rejected = 0
  const startedAt = performance.now()
  const sending: Promise<void>[] = []
  for (let number = 0; number < perSecond * seconds; number++) {
    const plannedAt = startedAt + (number * 1_000) / perSecond
    await pause(Math.max(0, plannedAt - performance.now()))
    sending.push(
      send(number).then(({ isAcknowledged }) => {
        if (isAcknowledged) latencies.push(performance.now() - plannedAt)
        else rejected += 1
      }),
    )
  }
  await Promise.all(sending)
  return figuresOf(latencies, rejected, seconds)
}
