import type { Definition } from './definition.ts'

const SERVICES = 'every service and worker'
const ALL = 'every process'
const GATEWAY = 'gateway'

const SERVICE = 'the process'
const CONSUMER = 'the consumer group'
const TOPIC = 'the Kafka topic'

/**
 * Every metric of the product by its Prometheus name. `docs/metrics.md` is written from it, and dashboards and alerts are
 * checked against it. Times are in seconds, sizes in bytes.
 */
export const catalogue = {
  purple_sector_build_info: {
    type: 'gauge',
    help: 'Always 1: says which version a process runs',
    processes: ALL,
    labels: { version: 'the version in `package.json`' },
  },
  http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from a request to the end of its reply',
    processes: ALL,
    labels: {
      service: SERVICE,
      method: 'the HTTP method',
      route: 'the pattern of the path, such as `/api/tips/:weekendId`',
      status: 'the HTTP status',
    },
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
  },
  gateway_sockets: { type: 'gauge', help: 'WebSockets open in this process', processes: GATEWAY },
  gateway_frames_total: {
    type: 'counter',
    help: 'Frames written to sockets; a frame for many sockets counts once for each',
    processes: GATEWAY,
  },
  gateway_sockets_closed_total: {
    type: 'counter',
    help: 'Sockets that this process closed',
    processes: GATEWAY,
    labels: { reason: '`goingAway`, `flooding`, `silent`, `tooSlow`, `sessionOver`' },
  },
  gateway_result_to_socket_seconds: {
    type: 'histogram',
    help: 'Time from the publication of a result to the last socket to which its leaderboard was written',
    processes: GATEWAY,
    labels: { board: '`open` or `group`' },
    buckets: [0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30],
  },
  gateway_connections_aborted_total: {
    type: 'counter',
    help: 'Connections that this process ended because of what came on them, or was not read from them',
    processes: GATEWAY,
    labels: { reason: '`frames`, `slow-request`, `unread-reply`, `pipelining`, `leftover-body`, `memory`' },
  },
  gateway_writes_rejected_total: {
    type: 'counter',
    help: 'Writes rejected before they reached a service',
    processes: GATEWAY,
    labels: {
      what: '`tips` or `messages`',
      reason: '`overloaded` (503) or `account` (429: too many at once by one account)',
    },
  },
  gateway_clock_offset_seconds: {
    type: 'gauge',
    help: 'How far this machine’s clock is ahead of the database’s, which decides deadlines',
    processes: GATEWAY,
  },
  gateway_ssr_renders_total: {
    type: 'counter',
    help: 'Pages that might be server-rendered',
    processes: GATEWAY,
    labels: { outcome: '`drawn`, `none`, `late`, `rush`, `away`, `failed`' },
  },
  gateway_ssr_render_seconds: {
    type: 'histogram',
    help: 'Time in which the rendering thread rendered a page',
    processes: GATEWAY,
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
  },
  cache_reads_total: {
    type: 'counter',
    help: 'Reads from a cache in memory',
    processes: GATEWAY,
    labels: { cache: 'the cache', outcome: '`hit` or `miss`' },
  },
  tips_accepted_total: {
    type: 'counter',
    help: 'Tips accepted and committed',
    processes: 'tipping',
    labels: { competition: '`open` or `group`', kind: '`own`, `automatic` or `copy`' },
  },
  tips_refused_total: {
    type: 'counter',
    help: 'Tips refused, by the code of the reply',
    processes: 'tipping',
    labels: { code: 'an error code of `docs/contract.md`' },
  },
  tipping_next_deadline_timestamp_seconds: {
    type: 'gauge',
    help: 'When the next race locks, in seconds since 1970; 0 without one',
    processes: 'tipping',
  },
  scoring_duration_seconds: {
    type: 'histogram',
    help: 'Time in which a race was scored, or the groups’ leaderboards were published after it',
    processes: 'scoring worker',
    labels: { step: '`score` or `publish-groups`' },
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  scoring_oldest_request_seconds: {
    type: 'gauge',
    help: 'Age of the result that has waited longest to be scored; 0 without one',
    processes: 'scoring worker',
  },
  job_queue_jobs: {
    type: 'gauge',
    help: 'Jobs of a queue, in all processes together',
    processes: 'every process that wakes the queue',
    labels: { queue: 'the queue', state: '`waiting`, `active`, `delayed` or `failed`' },
  },
  outbox_published_total: {
    type: 'counter',
    help: 'Events that the relay published on the bus',
    processes: SERVICES,
    labels: { service: SERVICE },
  },
  outbox_publish_failures_total: {
    type: 'counter',
    help: 'Failed attempts to read or publish a batch of the outbox',
    processes: SERVICES,
    labels: { service: SERVICE },
  },
  outbox_dead_letters_total: {
    type: 'counter',
    help: 'Events that no bus accepts; an operator must inspect and redrive them',
    processes: SERVICES,
    labels: { service: SERVICE, topic: TOPIC },
  },
  outbox_pending: {
    type: 'gauge',
    help: 'Events waiting in the outbox, seen by the active relay',
    processes: SERVICES,
    labels: { service: SERVICE },
  },
  outbox_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the event that has waited longest in the outbox, seen by the active relay',
    processes: SERVICES,
    labels: { service: SERVICE },
  },
  relay_active: {
    type: 'gauge',
    help: '1 where this process holds the lease of the relay',
    processes: SERVICES,
    labels: { service: SERVICE },
  },
  events_handled_total: {
    type: 'counter',
    help: 'Events handled',
    processes: SERVICES,
    labels: {
      consumer: CONSUMER,
      type: 'the event type',
      outcome: '`handled`, `duplicate`, `stale` or `failed`',
    },
  },
  event_handling_seconds: {
    type: 'histogram',
    help: 'Time from receiving an event to the commit of its effect',
    processes: SERVICES,
    labels: { consumer: CONSUMER, type: 'the event type' },
    buckets: [0.002, 0.01, 0.05, 0.25, 1, 5],
  },
  consumer_lag_events: {
    type: 'gauge',
    help: 'Events of a topic that the consumer has not handled yet, in all replicas together',
    processes: SERVICES,
    labels: { consumer: CONSUMER, topic: TOPIC },
  },
  dead_letters_total: {
    type: 'counter',
    help: 'Events that failed permanently; an operator must inspect and redrive them',
    processes: SERVICES,
    labels: { consumer: CONSUMER, topic: TOPIC },
  },
  database_pool_connections: {
    type: 'gauge',
    help: 'Connections of the pool',
    processes: SERVICES,
    labels: { service: SERVICE, state: '`used` or `free`' },
  },
  database_pool_waiting: {
    type: 'gauge',
    help: 'Queries and transactions that wait for a connection of the pool',
    processes: SERVICES,
    labels: { service: SERVICE },
  },
  database_pool_size: {
    type: 'gauge',
    help: 'The most connections that the pool opens',
    processes: SERVICES,
    labels: { service: SERVICE },
  },
  push_deliveries_total: {
    type: 'counter',
    help: 'Attempts to send a push notification',
    processes: 'engagement',
    labels: { outcome: '`accepted`, `gone`, `refused`, `blocked` or `failed`' },
  },
  push_services_refusing: {
    type: 'gauge',
    help: 'Push services that refuse all pushes',
    processes: 'engagement',
  },
  mail_deliveries_total: {
    type: 'counter',
    help: 'Attempts to send an email',
    processes: 'identity, groups and engagement',
    labels: { outcome: '`sent`, `failed` or `abandoned`' },
  },
  metrics_collection_failures_total: {
    type: 'counter',
    help: 'Values that could not be read for a scrape; they kept what they were',
    processes: ALL,
  },
  live_timing_sources: {
    type: 'gauge',
    help: 'Sources of live timing that this process reads',
    processes: 'admin',
    labels: { state: '`connecting`, `receiving` or `failing`' },
  },
  live_timing_snapshot_age_seconds: {
    type: 'gauge',
    help: 'Age of the latest snapshot of the source that has been silent longest; 0 without sources',
    processes: 'admin',
  },
} as const satisfies Record<string, Definition>

/** The name of a metric. */
export type MetricName = keyof typeof catalogue
