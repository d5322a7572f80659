import { onGroupChanged, onMembershipChanged } from './projections/group-projection.ts'
import { onUserChanged } from './projections/user-projection.ts'
import { onWeekendChanged } from './projections/weekend-projection.ts'

/** All events this service consumes. */
export const subscriptions = [onUserChanged, onWeekendChanged, onGroupChanged, onMembershipChanged]
