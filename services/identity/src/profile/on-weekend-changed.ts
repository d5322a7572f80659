import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { markDeleted, on } from '@purple-sector/messaging'
import { weekendReferences } from './weekend-reference-repository.ts'

/** Clears a deleted weekend from profiles. Other services do not know these fields, so nothing is published. */
export const onWeekendChanged = on(weekendChanged, async ({ data, subject }, sql) => {
  if (!data.deleted) return
  // Concurrent edits have a shared lock on the weekend: they finish first, and their profiles are cleared too.
  await markDeleted(sql, subject)
  await weekendReferences(sql).clear(data.id)
})
