import { weekendChanged } from '@purple-sector/contracts/weekends/events'
import { markDeleted, on } from '@purple-sector/messaging'
import { weekendReferences } from './weekend-references.ts'

/** A deleted weekend is nobody's preferred or selected one any more. Other services know neither, so none is told. */
export const onWeekendChanged = on(weekendChanged, async ({ data, subject }, sql) => {
  if (!data.deleted) return
  // Whoever points a profile to it at this moment shares it: they come first, and are cleared with the others.
  await markDeleted(sql, subject)
  await weekendReferences(sql).clear(data.id)
})
