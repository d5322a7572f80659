import { bidiIsolate } from '@purple-sector/contracts/bidi-isolate'
import type { membersNudged } from '@purple-sector/contracts/tipping/events'
import type { z } from 'zod'
import { sessionTime } from '../notifications/session-time.ts'

type Nudge = z.infer<typeof membersNudged.data>

const listOf = new Intl.ListFormat('en-AU', { type: 'disjunction' })

/** When the first of the categories closes; '' where none has a time. */
const closingSentence = (categories: Nudge['categories'], timeZone: string): string => {
  const first = categories.flatMap(({ deadline }) => (deadline === null ? [] : [Date.parse(deadline)])).toSorted()[0]
  if (first === undefined) return ''
  const time = sessionTime(new Date(first), timeZone)
  return categories.length === 1 ? ` Tips close ${time}.` : ` The first closes ${time}.`
}

/** Says to a member of a group which of these categories they have not tipped, and when the first of them closes. */
export const nudgeText = (
  { group, weekend, timeZone }: Pick<Nudge, 'group' | 'weekend' | 'timeZone'>,
  categories: Nudge['categories'],
): { title: string; message: string } => {
  const names = listOf.format(categories.map(({ category }) => bidiIsolate(category)))
  return {
    title: `${bidiIsolate(group)} is waiting for your tips`,
    message: `You haven’t tipped ${names} at ${bidiIsolate(weekend)} yet.${closingSentence(categories, timeZone)}`,
  }
}
