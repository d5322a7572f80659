import { weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import { on } from '@purple-sector/messaging'
import { auditLog } from './audit-log-repository.ts'

/** Stores what administrators did in the weekends service, so that one log has all actions. */
export const onWeekendsAdminActed = on(weekendsAdminActed, ({ data }, sql) => auditLog(sql).add(data))
