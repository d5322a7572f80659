import type {
  CreateWeekendBody,
  DuplicateWeekendBody,
  PatchWeekendBody,
  Weekend,
} from '@purple-sector/contracts/weekends/http'
import { inUtc } from '../../../ui/zoned-time.ts'

/** What the form holds while it is filled in. */
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

/** The copy as it is proposed: another name, not announced. */
export const copyDraftOf = (weekend: Weekend): WeekendDraft => ({
  ...draftOf(weekend),
  name: `${weekend.name.slice(0, NAME_LENGTH - ' (Copy)'.length)} (Copy)`,
  isActive: false,
  status: 'inactive',
})

/** Another first day: the weekend stays as long as it was, and a last day not chosen yet is the same day. */
export const withStartDate = (draft: WeekendDraft, startDate: string): WeekendDraft => {
  const start = inUtc(startDate)
  if (!start.isValid()) return { ...draft, startDate }
  const days = inUtc(draft.endDate).diff(inUtc(draft.startDate), 'day')
  return { ...draft, startDate, endDate: start.add(days >= 0 ? days : 0, 'day').format('YYYY-MM-DD') }
}

/** What keeps the form from being sent, by field. */
export const weekendErrors = ({ name, startDate, endDate }: WeekendDraft): WeekendErrors => ({
  ...(name.trim() === '' ? { name: 'Name is required' } : {}),
  ...(startDate === '' ? { startDate: 'Start date is required' } : {}),
  ...(endDate === '' ? { endDate: 'End date is required' } : {}),
  ...(startDate !== '' && endDate !== '' && endDate < startDate
    ? { endDate: 'The weekend can’t end before it starts' }
    : {}),
})

export const createBody = ({ status: _, ...draft }: WeekendDraft): CreateWeekendBody => draft

/** The copy keeps the zone of its original. */
export const duplicateBody = ({ status: _, timeZone: __, ...draft }: WeekendDraft): DuplicateWeekendBody => draft

/** Only what was changed: what somebody else changes meanwhile stays. */
export const patchBody = (before: WeekendDraft, after: WeekendDraft): PatchWeekendBody => {
  const keys = Object.keys(after) as (keyof WeekendDraft)[]
  return Object.fromEntries(keys.filter((key) => after[key] !== before[key]).map((key) => [key, after[key]]))
}
