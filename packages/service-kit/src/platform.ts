import type { Cache } from '@purple-sector/cache'
import type { Database } from '@purple-sector/database'
import type { Jobs } from '@purple-sector/jobs'
import type { EventBus } from '@purple-sector/messaging'
import type { IdentityVerifier } from './calls/identity-token.ts'
import type { ServiceCalls } from './calls/rpc.ts'
import type { App } from './http/app-type.ts'
import type { Logger } from './logger.ts'

/**
 * The dependencies of a service. Only the composition roots know whether these are distributed or embedded adapters.
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

/** A service for the composition roots: its HTTP app and its lifecycle. */
export type Service = {
  name: string
  app: App
  /** The types of the states that it republishes on request. */
  republishes: readonly string[]
  /** Starts relay, subscriptions and workers; resolves when they run, not when projections have caught up. */
  start(): Promise<void>
  /** True when the service can reply correctly: database reachable, projections caught up. */
  isReady(): Promise<boolean>
  /**
   * The result of `/readyz`: true once it is ready, and before that while it waits for services that may wait for it.
   * Users get 503 until it is ready.
   */
  acceptsCalls(): Promise<boolean>
  /** Stops gracefully: accepts no new work, finishes work in flight, closes its own dependencies. */
  stop(): Promise<void>
}

/** A part of a service beside its HTTP app: a worker, a sweep, a scheduled task. */
export type BackgroundTask = { stop(): Promise<void> }
