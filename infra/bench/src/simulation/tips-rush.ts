import { type Random, seededRandom } from '@purple-sector/race-day/random'
import { quantile } from '../figures/spread.ts'
import type { Parameters } from './parameters.ts'
import { createBatches, type Program } from './programs.ts'
import { createTimeline } from './timeline.ts'
import { createTopology, type Size, sampleUtilization } from './topology.ts'

/** The rate of tips: growing until the deadline, or constant. */
export type Arrivals = {
  seconds: number
  /** Share of tips that are the first of their fan in a category, which have more effects than a change. */
  firstShare: number
} & ({ kind: 'rush'; tips: number; halvedIn: number } | { kind: 'steady'; perSecond: number })

export type RushOutcome = {
  offered: number
  accepted: number
  /** Tips sent before the deadline that reached the database after it. */
  late: number
  /** Accepted tips that engagement has handled. */
  handledByEngagement: number
  /** Accepted tips per second: in the busiest minute of a rush, else from the first to the last. */
  perSecond: number
  p50: number
  p99: number
  slowest: number
  busiest: { name: string; use: number }
  /** Time from the last reply until engagement has handled every tip. */
  engagementBehindMs: number
}

/** Varies the work of a step: half of it is constant, the other half exponential. */
const varied = (random: Random, ms: number): number => ms * (0.5 - 0.5 * Math.log(1 - random.next()))

type Tip = { gateway: number; sentAt: number; isFirst: boolean }

const LAST_MINUTE_MS = 60_000
const SECOND_MS = 1_000

/** Send times of a rush: the rate doubles every `halvedIn` seconds until the deadline. */
const rushOf = (random: Random, { tips, seconds, halvedIn }: Extract<Arrivals, { kind: 'rush' }>): Float64Array => {
  const rate = Math.LN2 / halvedIn
  const least = Math.exp(-rate * seconds)
  const times = Float64Array.from({ length: tips }, () => {
    const before = -Math.log(1 - random.next() * (1 - least)) / rate
    return (seconds - before) * 1_000
  })
  return times.sort()
}

const steadyOf = (random: Random, { perSecond, seconds }: Extract<Arrivals, { kind: 'steady' }>): Float64Array => {
  const times: number[] = []
  const pause = () => (-Math.log(1 - random.next()) * 1_000) / perSecond
  for (let at = pause(); at < seconds * 1_000; at += pause()) times.push(at)
  return Float64Array.from(times)
}

/**
 * Simulates tips and their effects up to a deadline at the end of the arrivals.
 * A tip passes gateway, tipping, a shared transaction, Postgres, and back; its effects pass relay, Kafka, engagement.
 */
export const simulateRush = (
  size: Size,
  { hopMs, tip, first, ...parameters }: Parameters,
  arrivals: Arrivals,
  seed = 1,
): RushOutcome => {
  const timeline = createTimeline()
  const topology = createTopology(timeline, size)
  const { gateways, tippings, engagements, services, postgres, kafka } = topology
  const random = seededRandom(seed)
  const deadline = arrivals.kind === 'rush' ? arrivals.seconds * 1_000 : Number.POSITIVE_INFINITY
  const lastSentAt = arrivals.seconds * 1_000

  const latencies: number[] = []
  let [offered, late, acceptedAtEnd, handledByEngagement, lastReplyAt, lastHandledAt] = [0, 0, 0, 0, 0, 0]
  let uses: { name: string; use: number }[] = []

  const work = (program: Program | undefined, ms: number, done: () => void): void =>
    program ? program.work(varied(random, ms), done) : done()
  const hop = (then: () => void): void => timeline.after(hopMs, then)
  const of = <One>(all: readonly One[], number: number): One => {
    const one = all[number % all.length]
    if (one === undefined) throw new Error('There is none')
    return one
  }

  const sum = (batch: readonly Tip[], ofEach: number, ofFirst: number): number =>
    batch.reduce((all, { isFirst }) => all + ofEach + (isFirst ? ofFirst : 0), 0)

  // Effects of tips: published by the one active relay into six partitions, each consumed by one process.
  const inPartition = Array.from({ length: size.partitions }, (_, partition) => {
    const engagement = of(engagements, partition)
    return createBatches<Tip>(timeline, {
      lanes: 1,
      maxBatchSize: parameters.keyConcurrency,
      handleBatch: (batch, done) =>
        work(engagement, tip.engagementBatch + sum(batch, tip.engagement, first.engagement), () =>
          work(postgres, sum(batch, tip.engagementPostgres, first.engagementPostgres), () => {
            handledByEngagement += batch.length
            lastHandledAt = timeline.now()
            done()
          }),
        ),
    })
  })
  const outbox = createBatches<Tip>(timeline, {
    lanes: 1,
    maxBatchSize: parameters.relayBatchSize,
    gatherMs: parameters.relayGatherMs,
    handleBatch: (batch, done) =>
      work(postgres, tip.relayBatchPostgres + batch.length * tip.relayPostgres, () =>
        work(tippings[0], tip.relayBatch + batch.length * tip.relay, () =>
          work(kafka, tip.kafkaBatch + batch.length * tip.kafka, () => {
            work(services, tip.otherConsumersBatch + batch.length * tip.otherConsumers, () => {})
            for (const one of batch) of(inPartition, random.whole(0, size.partitions)).add(one)
            done()
          }),
        ),
      ),
  })

  const sendReply = (one: Tip): void => {
    hop(() =>
      work(of(gateways, one.gateway), tip.gateway / 2, () => {
        latencies.push(timeline.now() - one.sentAt)
        lastReplyAt = timeline.now()
        if (lastReplyAt <= lastSentAt) acceptedAtEnd += 1
      }),
    )
  }

  const transactions = tippings.map((tipping) =>
    createBatches<Tip>(timeline, {
      lanes: parameters.tipLanes,
      maxBatchSize: parameters.tipBatchSize,
      handleBatch(batch, done) {
        // The database's clock is read when the transaction has its lock (docs/rules.md): here, at its start.
        const isLate = timeline.now() > deadline
        const trip = (remaining: number): void => {
          if (remaining === 0) {
            timeline.after(isLate ? 0 : tip.commitMs, () => {
              for (const one of batch) {
                if (isLate) late += 1
                else outbox.add(one)
                sendReply(one)
              }
              done()
            })
            return
          }
          const saved = isLate ? 0 : sum(batch, tip.postgres, first.postgres)
          work(tipping, tip.batch / tip.trips, () =>
            hop(() => work(postgres, (tip.postgresBatch + saved) / tip.trips, () => hop(() => trip(remaining - 1)))),
          )
        }
        trip(tip.trips)
      },
    }),
  )

  const send = (gateway: number): void => {
    if (timeline.now() > lastSentAt) return
    offered += 1
    const one = { gateway, sentAt: timeline.now(), isFirst: random.chance(arrivals.firstShare) }
    hop(() =>
      work(of(gateways, gateway), tip.gateway / 2, () => {
        const replica = offered % tippings.length
        hop(() =>
          work(of(tippings, replica), sum([one], tip.request, first.tipping), () => of(transactions, replica).add(one)),
        )
      }),
    )
  }

  const publishNewcomers = (): void => {
    if (timeline.now() >= lastSentAt) return
    for (const gateway of gateways) work(gateway, first.newcomersPerSecond, () => {})
    timeline.after(SECOND_MS, publishNewcomers)
  }
  if (arrivals.firstShare > 0) publishNewcomers()
  const lastMinuteFrom = Math.max(0, lastSentAt - LAST_MINUTE_MS)
  let acceptedBefore = 0
  timeline.after(lastMinuteFrom, () => {
    acceptedBefore = latencies.length
    const finishSampling = sampleUtilization(timeline, topology)
    timeline.after(lastSentAt - lastMinuteFrom, () => {
      uses = finishSampling()
    })
  })
  const times = arrivals.kind === 'rush' ? rushOf(random, arrivals) : steadyOf(random, arrivals)
  const next = (index: number): void => {
    const at = times[index]
    if (at === undefined) return
    timeline.after(at - timeline.now(), () => {
      send(random.whole(0, gateways.length))
      next(index + 1)
    })
  }
  next(0)
  timeline.run()

  const accepted = latencies.length - late
  const sorted = latencies.toSorted((one, other) => one - other)
  const window = (lastSentAt - lastMinuteFrom) / 1_000
  return {
    offered,
    accepted,
    late,
    handledByEngagement,
    perSecond: (acceptedAtEnd - acceptedBefore) / window,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    slowest: sorted.at(-1) ?? Number.NaN,
    busiest: uses[0] ?? { name: 'none', use: 0 },
    engagementBehindMs: Math.max(0, lastHandledAt - lastReplyAt),
  }
}
