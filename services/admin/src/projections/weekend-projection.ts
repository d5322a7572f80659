import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { markDeleted, on } from '@purple-sector/messaging'

/** Results go with their weekend. What else is known of it is small and goes at once. */
export const onWeekendChanged = on(weekendChanged, async ({ data, subject }, sql) => {
  if (!data.deleted) return
  await markDeleted(sql, subject)
  for (const table of ['result_revisions', 'races', 'cars']) await sql(table).where({ weekend_id: data.id }).delete()
})
