import { onWeekendChanged } from './profile/on-weekend-changed.ts'

/** Everything identity listens to. */
export const subscriptions = [onWeekendChanged]
