import { inOrder } from '@purple-sector/contracts/admin/classification'
import type { ParsedImport } from '@purple-sector/contracts/admin/imports'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { formatLap } from '../../../../ui/time/format.ts'
import { type Field, type Row, rowOf } from '../api/classification.ts'
import { formatGap } from '../api/lap-times.ts'
import { FIELDS } from '../api/typed-rows.ts'

type Entry = ParsedImport['classification'][number]

/** Formats a field of a parsed import for the editor; '' if the page omits it. */
const FORMATTERS: Record<Field, (entry: Entry) => string> = {
  laps: ({ laps }) => (laps === undefined ? '' : String(laps)),
  bestLap: ({ bestLapMs }) => (bestLapMs === undefined ? '' : formatLap(bestLapMs)),
  gap: ({ gapMs }) => (gapMs ? formatGap(gapMs) : ''),
}

/** Whether an import can be applied: it names a car, and no place is uncertain. */
export const canApply = ({ classification, errors }: ParsedImport): boolean =>
  classification.length > 0 && errors.length === 0

/**
 * Returns the editor's rows with an import applied; cars it does not name are left out at the end. A field that the
 * page has for some cars replaces the input of all; one that it has for none is kept.
 */
export const withImport = (
  { classification }: Pick<ParsedImport, 'classification'>,
  rows: readonly Row[],
  cars: readonly Car[],
): Row[] => {
  const importedFields = FIELDS.filter((field) => classification.some((entry) => FORMATTERS[field](entry) !== ''))
  const listedRows = inOrder(classification).flatMap((entry): Row[] => {
    const car = cars.find(({ id }) => id === entry.carId)
    const row = rows.find(({ carId }) => carId === entry.carId) ?? (car && rowOf(car))
    if (!row) return []
    const fields = Object.fromEntries(importedFields.map((field) => [field, FORMATTERS[field](entry)]))
    return [{ ...row, ...fields, status: entry.status }]
  })
  const namedIds = new Set(listedRows.map(({ carId }) => carId))
  return [
    ...listedRows.filter(({ status }) => status === 'classified'),
    ...listedRows.filter(({ status }) => status !== 'classified'),
    ...rows.filter(({ carId }) => !namedIds.has(carId)).map((row): Row => ({ ...row, status: 'out' })),
  ]
}

/** A reason that an earlier import has set. */
const ISSUE_REASON = /^Issue \d+$/

/** Returns the reason after an import: its issue replaces an empty reason or an earlier issue, not the user's text. */
export const reasonAfterImport = ({ issue }: Pick<ParsedImport, 'issue'>, reason: string): string => {
  if (reason.trim() !== '' && !ISSUE_REASON.test(reason.trim())) return reason
  return issue !== null && issue > 1 ? `Issue ${issue}` : ''
}
