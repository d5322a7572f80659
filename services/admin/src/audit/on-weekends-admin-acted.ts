import { weekendsAdminActed } from '@purple-sector/contracts/weekends/events'
import { handles } from '@purple-sector/messaging'
import { auditLog } from './audit-log.ts'

/** The log of what administrators did in the weekends service lies here with the rest. */
export const onWeekendsAdminActed = handles(weekendsAdminActed, ({ data }, sql) => auditLog(sql).add(data))
