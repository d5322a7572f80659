import type { Scoring } from './scoring.ts'

/**
 * All inputs of the simulation: milliseconds of one core unless stated otherwise, each with its source.
 * Rows are those of `make bench` and D1, which is no longer measured; docs/scale.md has their figures and dates.
 * "Assumed" means not measured.
 */
export type Parameters = typeof measured

export const measured = {
  /** One way between two machines of one data centre. Assumed. */
  hopMs: 0.25,
  /** Network of a gateway's machine, and of Kafka's. Assumed. */
  gigabits: 10,

  /**
   * A changed tip with all its effects, by D1 of 2026-11-27.
   * The cost of a batch and of each tip in it are separated by D1's rates: at 50 a second tips are handled singly, with
   * 64 connections about twenty together (eight at engagement). So of the difference of a program's cost per tip
   * between the two, a batch costs 20/19 (8/7), and each tip costs the rest of the first. For work that is never
   * batched it is the geometric mean of the four rates: engagement's in Postgres.
   */
  tip: {
    /** Forwards the request and its reply. */
    gateway: 0.65,
    /** The tipping service: the request, and its part of the transaction. */
    request: 0.18,
    batch: 1.05,
    postgresBatch: 1.3,
    postgres: 0.18,
    /** Round trips of a transaction to Postgres (`submit-tip.ts`). */
    trips: 5,
    /** Disk wait of a commit: `pg_stat_io` of such a Postgres, 0.7 to 0.8 without other writers. */
    commitMs: 0.75,
    /** The relay, in tipping and in Postgres. */
    relayBatch: 0.74,
    relay: 0.04,
    relayBatchPostgres: 1.9,
    relayPostgres: 0.03,
    kafkaBatch: 3.25,
    kafka: 0.19,
    /** Engagement's copy, points and achievements, one transaction each. */
    engagementBatch: 1.75,
    engagement: 0.47,
    engagementPostgres: 1.9,
    /** Consumers that skip tips: scoring workers, race control, weekends. */
    otherConsumersBatch: 2.4,
    otherConsumers: 0.3,
  },
  /** Additional cost of a fan's first tip in a category: points, achievements, a new participant. */
  first: {
    tipping: 0.3,
    postgres: 0.3,
    engagement: 0.7,
    engagementPostgres: 2.75,
    /**
     * Per gateway and second with such tips, whatever their number: the board's version, notifications of achievements.
     */
    newcomersPerSecond: 60,
  },

  /**
   * Tips per transaction, and concurrent transactions of a weekend in a process: `submit-tip.ts`, `batch-requests.ts`.
   */
  tipBatchSize: 50,
  tipLanes: 2,
  /** Events per publish, and the pause between two polls of the outbox: `relay.ts`. */
  relayBatchSize: 1_000,
  relayGatherMs: 5,
  /** Keys that a consumer handles concurrently in a partition: `lanes.ts`. */
  keyConcurrency: 8,

  result: {
    /**
     * The `PUT` itself: race control, closing the race, weekends.
     * Fitted to D1 with 100 fans, as is the next.
     */
    gateway: 5,
    services: 35,
    postgres: 20,
    /** Latency of an event without a queue and with little CPU work: commit, relay, Kafka, consumer. */
    eventMs: 15,
    /** A channel sends its states at once after a silence, then once per tick: `channel.ts` of the gateway. */
    tickMs: 250,
    /** Scoring, and the groups' boards after it: fitted to the times of 1,000 to 1,000,000 fans (docs/scale.md). */
    scoring: {
      waitMs: 39.7047,
      openBoard: { ms: 358.0004, power: 1.046796 },
      groupsShare: 0.724699,
      notifyWaitMs: 16.0394,
      notifying: { ms: 890.8836, power: 1.105365 },
    } satisfies Scoring,
    /** Bytes of events: a fan whose total changed, and a group's board with 20 of them. Counted. */
    bytesOfFan: 100,
    bytesOfGroup: 8_300,
    fansOfGroup: 50,
    /**
     * Per MB of board events at the relay: reading from Postgres, parsing, writing.
     * Postgres and Kafka: assumed the same.
     */
    relayOfMb: 6,
    relayPostgresOfMb: 6,
    kafkaOfMb: 3,
    /** Per MB at each gateway: parsing, schema validation, lookup by fan. */
    gatewayOfMb: 6,
    /** Per fan: creating notifications, and receiving them at each gateway. D1, 20,000 fans minus 100. */
    engagementOfFan: 0.013,
    engagementPostgresOfFan: 0.0214,
    noticeOfFan: 0.0018,
    /**
     * Per socket of a gateway: the board's frame (F1), the fan's own row (assumed), notices (D1, 2,000 and 4,000
     * sockets).
     */
    frame: 0.0085,
    standing: 0.012,
    noticeOfSocket: 0.042,
    /** Bytes of the board's frame and of a fan's own row: D1. */
    frameBytes: 5_726,
    standingBytes: 186,
  },
}
