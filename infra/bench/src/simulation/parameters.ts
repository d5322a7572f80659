import type { Scoring } from './scoring.ts'

/**
 * What the simulation is told, all of it: milliseconds of one core unless said otherwise, and where each comes from.
 * Rows are those of `make bench` and D1, which is no longer measured; docs/scale.md has their figures and days.
 * "Assumed" is nobody's measurement.
 */
export type Parameters = typeof measured

export const measured = {
  /** Between two machines of one data centre, one way. Assumed. */
  hopMs: 0.25,
  /** The network of a gateway's machine, and of Kafka's. Assumed. */
  gigabits: 10,

  /**
   * A tip that is changed, by D1 of 2026-11-27, with all that follows from it. What a batch costs and what each tip in it is
   * told apart by D1's paces: at 50 a second tips go alone, by 64 connections some twenty together (eight at engagement). So
   * of what a program takes of a tip at the two, a batch is 20/19 (8/7) of the difference, and each tip the rest of the first.
   * Of what goes alone at any pace it is the geometric mean of the four paces: engagement's in Postgres.
   */
  tip: {
    /** Takes it in and passes its answer on. */
    gateway: 0.65,
    /** The tipping service: the request, and the transaction's part. */
    request: 0.18,
    batch: 1.05,
    postgresBatch: 1.3,
    postgres: 0.18,
    /** Round trips of a transaction to Postgres (`write-tips.ts`). */
    trips: 5,
    /** Waiting for the disk at a commit: `pg_stat_io` of such a Postgres, 0.7 to 0.8 where nobody else writes. */
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
    /** Those who read past tips: scoring workers, race control, weekends. */
    othersBatch: 2.4,
    others: 0.3,
  },
  /** What the first tip of a fan in a category takes more: points and achievements, a newcomer of the board. */
  first: {
    tipping: 0.3,
    postgres: 0.3,
    engagement: 0.7,
    engagementPostgres: 2.75,
    /** Of each gateway, in a second in which such tips come, however many: the board's version, what achievements tell. */
    heardInASecond: 60,
  },

  /** Tips of one transaction, and transactions of a weekend at once in a process: `tip-batches.ts`, `batch-requests.ts`. */
  tipsTogether: 50,
  tipLanes: 2,
  /** Events published at a time, and the pause between two looks at the outbox: `relay.ts`. */
  relayTogether: 1_000,
  relayGatherMs: 5,
  /** Keys that a consumer handles side by side in a partition: `lanes.ts`. */
  keyConcurrency: 8,

  result: {
    /** The `PUT` itself: race control, closing the race, weekends. Fitted to D1 with 100 fans, as is the next. */
    gateway: 5,
    services: 35,
    postgres: 20,
    /** An event's way with nothing in front of it, no core working for long: commit, relay, Kafka, consumer. */
    eventMs: 15,
    /** A channel tells its states at once after a silence, then once in so long: `channel.ts` of the gateway. */
    tickMs: 250,
    /** Scoring, and telling the groups after it: fitted to what 1,000 to 1,000,000 fans took (docs/scale.md). */
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
    /** A MB of board events at the relay: read from Postgres, parsed, written; Postgres and Kafka: assumed as much. */
    relayOfMb: 6,
    relayPostgresOfMb: 6,
    kafkaOfMb: 3,
    /** The same at each gateway: parsed, checked by its schema, looked up by fan. */
    gatewayOfMb: 6,
    /** Of a fan: making notifications, and each gateway's hearing of them. D1, 20,000 fans less 100. */
    engagementOfFan: 0.013,
    engagementPostgresOfFan: 0.0214,
    noticeOfFan: 0.0018,
    /** A gateway, of a socket: the board's frame (F1), the fan's own standing (assumed), notices (D1, 2,000 and 4,000 sockets). */
    frame: 0.0085,
    standing: 0.012,
    noticeOfSocket: 0.042,
    /** Bytes of the board's frame and of a fan's own standing: D1. */
    frameBytes: 5_726,
    standingBytes: 186,
  },
}
