import { onResultPublished } from './races/on-result-published.ts'
import { onSessionLockChanged } from './races/on-session-lock-changed.ts'

/** Everything this service listens to. */
export const subscriptions = [onSessionLockChanged, onResultPublished]
