import { seededRandom } from '@purple-sector/race-day/random'
import { quantile } from '../figures/spread.ts'
import type { Parameters } from './parameters.ts'
import { createBatches, createMachine, createProgram, type Program } from './programs.ts'
import { scoringWork } from './scoring.ts'
import { createTimeline } from './timeline.ts'
import { createTopology, type Size, sampleUtilization } from './topology.ts'

export type Audience = {
  /** All fans with a tip, whose totals may all change. */
  participants: number
  /** Participants with an open screen. */
  sockets: number
  /** Whether fans are in groups of 20, one per 50 fans, as in the bench. */
  hasGroups: boolean
}

export type ResultOutcome = {
  /** Milliseconds from the `PUT` to the commit of the boards, and to sockets having the board and their own row. */
  scoredMs: number
  p50: number
  p99: number
  lastSocketMs: number
  published: number
  /** To the commit of the last event of a group's board, and to that event at the last gateway. */
  notifiedMs: number
  lastGroupMs: number
  busiest: { name: string; use: number }
}

const MB = 1_000_000
const MEGABITS_OF_GIGABIT = 1_000
/** Maximum size of one event of a board: a part of `boardChanged`. */
const PART_BYTES = 640_000
const CHUNK = 100
/** Notifications that engagement publishes at a time. */
const PUBLISH_BATCH_SIZE = 500
const BITS = 8

/**
 * Simulates a result: race control, the scoring transaction, the relay, Kafka's one partition of the weekend, gateways.
 * At every gateway, all parts of the board arrive before the sweep over its sockets. The groups' boards are computed
 * after the commit, in consecutive transactions, and follow later.
 */
export const simulateResult = (size: Size, parameters: Parameters, audience: Audience, seed = 1): ResultOutcome => {
  const { hopMs, result, gigabits } = parameters
  const { participants, sockets, hasGroups } = audience
  const timeline = createTimeline()
  const topology = createTopology(timeline, size)
  const { gateways, tippings, engagements, services, postgres, kafka } = topology
  const random = seededRandom(seed)
  const work = (program: Program | undefined, ms: number, done: () => void): void =>
    program ? program.work(ms * (0.5 - 0.5 * Math.log(1 - random.next())), done) : done()
  const hop = (then: () => void): void => timeline.after(hopMs, then)

  const arrivals: number[] = []
  let [statusMs, scoredMs, notifiedMs, lastGroupMs] = [0, 0, 0, 0]

  const linkOf = (name: string): Program => createProgram(timeline, name, createMachine(timeline, name, 1))
  const transferMs = (bytes: number): number => ((bytes / MB) * BITS * 1_000) / (gigabits * MEGABITS_OF_GIGABIT)
  const kafkaLink = linkOf('network of Kafka')
  const socketsOf = (gatewayIndex: number): number =>
    Math.floor(sockets / gateways.length) + (gatewayIndex < sockets % gateways.length ? 1 : 0)

  /**
   * Sends to all sockets of a gateway, a hundred at a time.
   * A chunk arrives when it has passed the gateway's network.
   */
  const sweep = (gatewayIndex: number): void => {
    const link = linkOf(`network of gateway ${gatewayIndex + 1}`)
    const chunk = (remaining: number): void => {
      const count = Math.min(CHUNK, remaining)
      if (count === 0) return
      work(gateways[gatewayIndex], count * (result.frame + result.standing), () => {
        link.work(transferMs(count * (result.frameBytes + result.standingBytes)), () =>
          hop(() => {
            for (let each = 0; each < count; each += 1) arrivals.push(timeline.now())
          }),
        )
        chunk(remaining - count)
      })
    }
    chunk(socketsOf(gatewayIndex))
  }

  const openBytes = participants * result.bytesOfFan
  const groupBytes = hasGroups ? (participants / result.fansOfGroup) * result.bytesOfGroup : 0
  const partsOf = (bytes: number): number[] => {
    const count = Math.max(1, Math.ceil(bytes / PART_BYTES))
    return Array.from({ length: count }, () => bytes / count)
  }
  const parts = partsOf(openBytes).map((bytes, index, all) => ({ bytes, isBoard: index === all.length - 1 }))
  const boardParts = parts.length
  if (groupBytes > 0) parts.push(...partsOf(groupBytes).map((bytes) => ({ bytes, isBoard: false })))

  /**
   * Delay of the board until the channel's next tick: the race's status and other effects of a result were sent before.
   */
  const untilTick = (): number => {
    const elapsedMs = timeline.now() - statusMs
    return Math.ceil(elapsedMs / result.tickMs) * result.tickMs - elapsedMs
  }

  const receivePart = (gatewayIndex: number, index: number): void => {
    const part = parts[index]
    if (!part) return
    work(gateways[gatewayIndex], (part.bytes / MB) * result.gatewayOfMb, () => {
      if (part.isBoard) timeline.after(untilTick(), () => sweep(gatewayIndex))
      if (index === parts.length - 1) lastGroupMs = Math.max(lastGroupMs, timeline.now())
    })
  }

  /** Publishes the created notifications of this many fans; every gateway receives all of them. */
  const notifying = createBatches<number>(timeline, {
    lanes: 1,
    maxBatchSize: 1,
    handleBatch: ([fans = 0], done) =>
      work(postgres, (fans * result.engagementPostgresOfFan) / 2, () =>
        work(engagements[0], (fans * result.engagementOfFan) / 2, () => {
          for (const [gatewayIndex, gateway] of gateways.entries()) {
            const ownSockets = (socketsOf(gatewayIndex) * fans) / participants
            work(gateway, fans * result.noticeOfFan + ownSockets * result.noticeOfSocket, () => {})
          }
          done()
        }),
      ),
  })
  const notify = (bytes: number): void => {
    const fans = bytes / result.bytesOfFan
    work(engagements[0], (fans * result.engagementOfFan) / 2, () =>
      work(postgres, (fans * result.engagementPostgresOfFan) / 2, () => {
        for (let remaining = fans; remaining > 0; remaining -= PUBLISH_BATCH_SIZE)
          notifying.add(Math.min(remaining, PUBLISH_BATCH_SIZE))
      }),
    )
  }

  /** Number of committed parts, and the next part for which the relay waits. */
  let committed = 0
  let awaitedPart: number | undefined

  /** Publishes part after part: all have the weekend's key, so one relay and one partition handle them. */
  const publish = (index: number): void => {
    const part = parts[index]
    if (!part) return
    if (index >= committed) {
      awaitedPart = index
      return
    }
    const mb = part.bytes / MB
    work(postgres, mb * result.relayPostgresOfMb, () =>
      work(tippings[0], mb * result.relayOfMb, () => {
        publish(index + 1)
        work(kafka, mb * result.kafkaOfMb, () => {
          // Each gateway reads for itself, so the weekend's one broker sends the same bytes once per gateway.
          for (const gatewayIndex of gateways.keys())
            kafkaLink.work(transferMs(part.bytes), () => hop(() => receivePart(gatewayIndex, index)))
          if (index * PART_BYTES < openBytes) notify(part.bytes)
        })
      }),
    )
  }

  const commit = (count: number): void => {
    committed += count
    notifiedMs = timeline.now()
    const next = awaitedPart
    awaitedPart = undefined
    if (next !== undefined) timeline.after(result.eventMs, () => publish(next))
  }

  const { scoringMs, notifyMs } = scoringWork(participants, hasGroups, result.scoring)
  const groupParts = parts.length - boardParts
  const publishGroups = (remaining: number): void => {
    if (remaining === 0) return
    postgres.work(notifyMs / groupParts, () => {
      commit(1)
      publishGroups(remaining - 1)
    })
  }

  const score = (): void => {
    publish(0)
    postgres.work(scoringMs, () => {
      scoredMs = timeline.now()
      commit(boardParts)
      timeline.after(result.scoring.notifyWaitMs, () => publishGroups(groupParts))
    })
  }

  const finishSampling = sampleUtilization(timeline, topology)
  work(gateways[0], result.gateway, () =>
    hop(() =>
      work(services, result.services, () =>
        work(postgres, result.postgres, () =>
          timeline.after(result.eventMs, () => {
            statusMs = timeline.now()
            timeline.after(result.scoring.waitMs, score)
          }),
        ),
      ),
    ),
  )
  timeline.run()
  const all = [...finishSampling(), { name: kafkaLink.name, use: kafkaLink.busyMs() / timeline.now() }]
  return {
    scoredMs,
    p50: quantile(arrivals, 0.5),
    p99: quantile(arrivals, 0.99),
    lastSocketMs: arrivals.reduce((latest, at) => Math.max(latest, at), 0),
    published: arrivals.length,
    notifiedMs,
    lastGroupMs,
    busiest: all.toSorted((one, other) => other.use - one.use)[0] ?? { name: 'none', use: 0 },
  }
}
