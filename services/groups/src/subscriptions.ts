import { onCategoryChanged } from './projections/category-projection.ts'
import { onRaceChanged } from './projections/race-projection.ts'
import { onSeasonChanged } from './projections/season-projection.ts'
import { onUserChanged } from './projections/user-projection.ts'
import { onWeekendChanged } from './projections/weekend-projection.ts'

/** All subscriptions of this service. */
export const subscriptions = [onUserChanged, onSeasonChanged, onWeekendChanged, onRaceChanged, onCategoryChanged]
