import type { Cache } from '@purple-sector/cache'
import type { Database } from '@purple-sector/database'
import type { Jobs } from '@purple-sector/jobs'
import type { EventBus } from '@purple-sector/messaging'
import type { IdentityVerifier } from './calls/identity-token.ts'
import type { ServiceCalls } from './calls/rpc.ts'
import type { App } from './http/app-type.ts'
import type { Logger } from './logger.ts'

/**
 * The seams a service stands on. Composition roots fill them with real or embedded adapters; nothing else knows which.
 */
export type Platform = {
  database: Database
  bus: EventBus
  jobs: Jobs
  cache: Cache
  calls: ServiceCalls
  log: Logger
  verifyIdentity: IdentityVerifier
  internalSecret: string
}

/** A service as the composition roots see it: its HTTP face, and its life. */
export type Service = {
  name: string
  app: App
  /** The types of the states that it tells again when it is asked to. */
  republishes: readonly string[]
  /** Starts relay, subscriptions and workers; resolves when they run, not when projections have caught up. */
  start(): Promise<void>
  /** True when the service answers truthfully: database reachable, projections caught up. */
  isReady(): Promise<boolean>
  /**
   * What `/readyz` says: true once it is ready, and before that where it waits for services that may wait for it. Fans get
   * 503 until it is ready.
   */
  acceptsCalls(): Promise<boolean>
  /** Ends gracefully: no new work, work in hand finished, seams of its own closed. */
  stop(): Promise<void>
}

/** A part of a service that runs beside its HTTP face: a worker, a sweep, a task. */
export type BackgroundTask = { stop(): Promise<void> }
