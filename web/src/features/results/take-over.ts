import { inOrder } from '@purple-sector/contracts/admin/classification'
import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { formatLap } from '../../ui/format.ts'
import { type Field, type Row, rowOf } from './classification.ts'
import { formatGap } from './lap-times.ts'
import { FIELDS } from './typed-rows.ts'

type Entry = ParsedImport['classification'][number]

/** A field of a reading as the editor writes it; '' where the page says nothing. */
const TEXTS: Record<Field, (entry: Entry) => string> = {
  laps: ({ laps }) => (laps === undefined ? '' : String(laps)),
  bestLap: ({ bestLapMs }) => (bestLapMs === undefined ? '' : formatLap(bestLapMs)),
  gap: ({ gapMs }) => (gapMs ? formatGap(gapMs) : ''),
}

/** Whether it may become a draft: it names a car, and nothing that decides places is in doubt. */
export const canTakeOver = ({ classification, errors }: ParsedImport): boolean =>
  classification.length > 0 && errors.length === 0

/**
 * The editor's rows as the reading has them, cars it does not name left out at the end. What a page tells of some cars
 * counts for all; what it tells of none stays as it was entered.
 */
export const takenOver = (
  { classification }: Pick<ParsedImport, 'classification'>,
  rows: readonly Row[],
  cars: readonly Car[],
): Row[] => {
  const told = FIELDS.filter((field) => classification.some((entry) => TEXTS[field](entry) !== ''))
  const listed = inOrder(classification).flatMap((entry): Row[] => {
    const car = cars.find(({ id }) => id === entry.carId)
    const row = rows.find(({ carId }) => carId === entry.carId) ?? (car && rowOf(car))
    if (!row) return []
    const fields = Object.fromEntries(told.map((field) => [field, TEXTS[field](entry)]))
    return [{ ...row, ...fields, status: entry.status }]
  })
  const named = new Set(listed.map(({ carId }) => carId))
  return [
    ...listed.filter(({ status }) => status === 'classified'),
    ...listed.filter(({ status }) => status !== 'classified'),
    ...rows.filter(({ carId }) => !named.has(carId)).map((row): Row => ({ ...row, status: 'out' })),
  ]
}

/** What an earlier reading left as the reason. */
const ISSUE = /^Issue \d+$/

/** The reason with which an issue replaces another; what somebody wrote stays. */
export const reasonOf = ({ issue }: Pick<ParsedImport, 'issue'>, reason: string): string => {
  if (reason.trim() !== '' && !ISSUE.test(reason.trim())) return reason
  return issue !== null && issue > 1 ? `Issue ${issue}` : ''
}
