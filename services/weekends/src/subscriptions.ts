import { onSessionLockChanged } from './races/race-lock-projection.ts'
import { onResultPublished } from './races/result-projection.ts'
import { onTimingStarted } from './races/timing-projection.ts'

/** All events this service consumes. */
export const subscriptions = [onSessionLockChanged, onResultPublished, onTimingStarted]
