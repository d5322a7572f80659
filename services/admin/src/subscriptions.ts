import { onWeekendsAdminActed } from './audit/on-weekends-admin-acted.ts'
import { onCarChanged, onRaceChanged, onWeekendChanged } from './projections/follow-weekends.ts'

/** Everything race control listens to. */
export const subscriptions = [onWeekendChanged, onRaceChanged, onCarChanged, onWeekendsAdminActed]
