import { weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import { on } from '@purple-sector/messaging'
import { auditLog } from './audit-log.ts'

/** The log of what administrators did in the weekends service lies here with the rest. */
export const onWeekendsAdminActed = on(weekendsAdminActed, ({ data }, sql) => auditLog(sql).add(data))
