import type { UploadReply } from '@purple-sector/contracts/admin/uploads'
import type { Segment } from '../../../ui/segments.tsx'

type Results = UploadReply['results']
export type WrittenRow = Results['success'][number]
export type WrongRow = Results['errors'][number]

/** More segments than this are no longer told apart. */
const MAX_SEGMENTS = 60

const COLOURS: Record<WrittenRow['action'], Segment> = { created: 'green', updated: 'green', unchanged: 'past' }

/** The sheets that were read, in the order of the file as far as it is known. */
export const sheetsOf = ({ success, errors }: Results): string[] => [
  ...new Set([...success, ...errors].map(({ sheet }) => sheet)),
]

/** Errors of one row lie beside each other, and are one row that was skipped. */
export const skippedRows = ({ errors }: Results): number =>
  new Set(errors.map(({ sheet, row }) => `${row} ${sheet}`)).size

export const countOf = ({ success }: Results, wanted: WrittenRow['action']): number =>
  success.filter(({ action }) => action === wanted).length

/** A segment for each row in the order of the file; of a long one, for so many rows that all of them fit. */
export const rowSegments = (results: Results): { segments: Segment[]; rowsEach: number } => {
  const sheets = sheetsOf(results)
  const colours = new Map<string, { at: [number, number]; colour: Segment }>()
  const put = (sheet: string, row: number, colour: Segment) =>
    colours.set(`${row} ${sheet}`, { at: [sheets.indexOf(sheet), row], colour })
  for (const { sheet, row, action } of results.success) put(sheet, row, COLOURS[action])
  for (const { sheet, row } of results.errors) put(sheet, row, 'red')
  const inOrder = [...colours.values()]
    .sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1])
    .map(({ colour }) => colour)
  const rowsEach = Math.max(1, Math.ceil(inOrder.length / MAX_SEGMENTS))
  const segments = Array.from({ length: Math.ceil(inOrder.length / rowsEach) }, (_, index): Segment => {
    const rows = inOrder.slice(index * rowsEach, (index + 1) * rowsEach)
    return (['red', 'green'] as const).find((colour) => rows.includes(colour)) ?? 'past'
  })
  return { segments, rowsEach }
}
