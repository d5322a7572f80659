import type { CreateSeasonBody, PatchSeasonBody, Season } from '@purple-sector/contracts/weekends/seasons'

/** State of the form: numbers as they are typed, "count best" empty for all rounds. */
export type SeasonDraft = Pick<Season, 'name' | 'status' | 'missedWeekend'> & {
  year: string
  countBest: string
  jokers: string
  /** Why the season is changed after its first lock. */
  reason: string
}
export type SeasonErrors = Partial<Record<keyof SeasonDraft, string>>

/** Returns the draft of a new season of a year. */
export const emptySeason = (year: number): SeasonDraft => ({
  name: '',
  year: String(year),
  status: 'upcoming',
  countBest: '',
  missedWeekend: 'zero',
  jokers: '0',
  reason: '',
})

export const draftOf = (season: Season): SeasonDraft => ({
  name: season.name,
  year: String(season.year),
  status: season.status,
  countBest: season.countBest === null ? '' : String(season.countBest),
  missedWeekend: season.missedWeekend,
  jokers: String(season.jokers),
  reason: '',
})

const isBetween = (text: string, least: number, most: number): boolean =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

/** Returns the validation errors of the form by field. */
export const seasonErrors = ({ name, year, countBest }: SeasonDraft): SeasonErrors => ({
  ...(name.trim() === '' && { name: 'Name is required' }),
  ...(!isBetween(year, 1950, 2999) && { year: 'The year must be from 1950 to 2999' }),
  ...(countBest.trim() !== '' &&
    !isBetween(countBest, 1, 50) && { countBest: 'Count from 1 to 50 rounds, or leave it empty' }),
})

export const createBody = ({
  name,
  year,
  status,
  countBest,
  missedWeekend,
  jokers,
}: SeasonDraft): CreateSeasonBody => ({
  name,
  year: Number(year),
  status,
  countBest: countBest.trim() === '' ? null : Number(countBest),
  missedWeekend,
  jokers: Number(jokers),
})

/** Returns only the changed fields, so that concurrent changes stay, with the reason if one was entered. */
export const patchBody = (before: SeasonDraft, after: SeasonDraft): PatchSeasonBody => {
  const [old, changed] = [createBody(before), createBody(after)]
  const keys = (Object.keys(changed) as (keyof CreateSeasonBody)[]).filter((key) => changed[key] !== old[key])
  const reason = after.reason.trim()
  return { ...Object.fromEntries(keys.map((key) => [key, changed[key]])), ...(reason !== '' && { reason }) }
}
