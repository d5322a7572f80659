import { onWeekendChanged } from './profile/on-weekend-changed.ts'

/** All events identity consumes. */
export const subscriptions = [onWeekendChanged]
