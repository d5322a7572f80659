import type {
  CreateWeekendBody,
  DuplicateWeekendBody,
  PatchWeekendBody,
  Weekend,
} from '@purple-sector/contracts/weekends/http'
import { MAX_WEEKEND_DAYS } from '@purple-sector/contracts/weekends/weekend-days'
import { inUtc } from '../../../../ui/time/zoned-time.ts'

/** State of the form. */
export type WeekendDraft = Pick<
  Weekend,
  'name' | 'description' | 'venue' | 'startDate' | 'endDate' | 'timeZone' | 'isActive' | 'status'
>
export type WeekendErrors = Partial<Record<keyof WeekendDraft, string>>

export const emptyWeekend: WeekendDraft = {
  name: '',
  description: '',
  venue: '',
  startDate: '',
  endDate: '',
  timeZone: 'Australia/Sydney',
  isActive: false,
  status: 'inactive',
}

const NAME_LENGTH = 100

export const draftOf = ({
  name,
  description,
  venue,
  startDate,
  endDate,
  timeZone,
  isActive,
  status,
}: Weekend): WeekendDraft => ({
  name,
  description,
  venue,
  startDate,
  endDate,
  timeZone,
  isActive,
  status,
})

/** Returns the draft of a copy: another name, not announced. */
export const copyDraftOf = (weekend: Weekend): WeekendDraft => ({
  ...draftOf(weekend),
  name: `${weekend.name.slice(0, NAME_LENGTH - ' (Copy)'.length)} (Copy)`,
  isActive: false,
  status: 'inactive',
})

/** Sets the first day and keeps the length of the weekend; an empty last day becomes the same day. */
export const withStartDate = (draft: WeekendDraft, startDate: string): WeekendDraft => {
  const start = inUtc(startDate)
  if (!start.isValid()) return { ...draft, startDate }
  const days = inUtc(draft.endDate).diff(inUtc(draft.startDate), 'day')
  return { ...draft, startDate, endDate: start.add(days >= 0 ? days : 0, 'day').format('YYYY-MM-DD') }
}

const endDateError = ({ startDate, endDate }: WeekendDraft): string | undefined => {
  if (endDate === '') return 'End date is required'
  if (startDate === '') return undefined
  if (endDate < startDate) return 'The weekend can’t end before it starts'
  const days = inUtc(endDate).diff(inUtc(startDate), 'day') + 1
  return days > MAX_WEEKEND_DAYS ? `A weekend can have at most ${MAX_WEEKEND_DAYS} days` : undefined
}

/** Returns the validation errors of the form by field; the dates in `before` are accepted as they are. */
export const weekendErrors = (draft: WeekendDraft, before?: WeekendDraft): WeekendErrors => {
  const hasOtherDates = before?.startDate !== draft.startDate || before.endDate !== draft.endDate
  const endDate = hasOtherDates ? endDateError(draft) : undefined
  return {
    ...(draft.name.trim() === '' ? { name: 'Name is required' } : {}),
    ...(draft.startDate === '' ? { startDate: 'Start date is required' } : {}),
    ...(endDate === undefined ? {} : { endDate }),
  }
}

export const createBody = ({ status: _, ...draft }: WeekendDraft): CreateWeekendBody => draft

/** Returns the body of a copy, which keeps the time zone of its original. */
export const duplicateBody = ({ status: _, timeZone: __, ...draft }: WeekendDraft): DuplicateWeekendBody => draft

/** Returns only the changed fields, so that concurrent changes stay. */
export const patchBody = (before: WeekendDraft, after: WeekendDraft): PatchWeekendBody => {
  const keys = Object.keys(after) as (keyof WeekendDraft)[]
  return Object.fromEntries(keys.filter((key) => after[key] !== before[key]).map((key) => [key, after[key]]))
}
