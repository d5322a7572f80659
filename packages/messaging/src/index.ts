export { type Bootstrap, type RequestRepublish, resetProjections } from './bootstrap.ts'
export { type Consumer, type ConsumerOptions, startConsumer } from './consumer.ts'
export { isDeleted, lockAllAndCheckDeleted, lockAndCheckDeleted, markDeleted } from './deleted-subjects.ts'
export type { BusSubscription, EventBus } from './event-bus.ts'
export { type AfterCommit, type EventHandler, on, onBatch, parseEvent } from './event-handlers.ts'
export { deferEvent, permanent, reasonOf } from './failures.ts'
export { messagingMigrations } from './migrations.ts'
export { type Appended, type AppendOptions, entry, type Outbox, type OutboxEntry, outbox } from './outbox/outbox.ts'
export { type Relay, type RelayOptions, startRelay } from './outbox/relay.ts'
export { type Page, type Republisher, type RepublishOptions, republish, republishes } from './outbox/republish.ts'
export {
  knownSequences,
  newerStates,
  recordPushedState,
  recordPushedStates,
  type Sequenced,
  sequenced,
  sequencesOf,
} from './outbox/sequences.ts'
export { defineProjection } from './projection.ts'
export { type RetryPolicy, retryPolicy } from './retry.ts'
