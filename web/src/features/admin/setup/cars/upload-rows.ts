import type { UploadReply } from '@purple-sector/contracts/admin/uploads'
import type { Segment } from '../../../../ui/racing/segments.tsx'

type Results = UploadReply['results']
export type WrittenRow = Results['success'][number]
export type WrongRow = Results['errors'][number]

/** Maximum number of segments that can be distinguished. */
const MAX_SEGMENTS = 60

const COLOURS: Record<WrittenRow['action'], Segment> = { created: 'green', updated: 'green', unchanged: 'past' }

/** Returns the sheets in the order of the file, as far as known. */
export const sheetsOf = ({ success, errors }: Results): string[] => [
  ...new Set([...success, ...errors].map(({ sheet }) => sheet)),
]

/** Counts the skipped rows; a row may have several errors. */
export const skippedRows = ({ errors }: Results): number =>
  new Set(errors.map(({ sheet, row }) => `${row} ${sheet}`)).size

export const countOf = ({ success }: Results, countedAction: WrittenRow['action']): number =>
  success.filter(({ action }) => action === countedAction).length

/** Returns a segment per row in the order of the file; for long files, one per `rowsEach` rows. */
export const rowSegments = (results: Results): { segments: Segment[]; rowsEach: number } => {
  const sheets = sheetsOf(results)
  const colours = new Map<string, { rowKey: [number, number]; colour: Segment }>()
  const put = (sheet: string, row: number, colour: Segment) =>
    colours.set(`${row} ${sheet}`, { rowKey: [sheets.indexOf(sheet), row], colour })
  for (const { sheet, row, action } of results.success) put(sheet, row, COLOURS[action])
  for (const { sheet, row } of results.errors) put(sheet, row, 'red')
  const inOrder = [...colours.values()]
    .sort((a, b) => a.rowKey[0] - b.rowKey[0] || a.rowKey[1] - b.rowKey[1])
    .map(({ colour }) => colour)
  const rowsEach = Math.max(1, Math.ceil(inOrder.length / MAX_SEGMENTS))
  const segments = Array.from({ length: Math.ceil(inOrder.length / rowsEach) }, (_, index): Segment => {
    const rows = inOrder.slice(index * rowsEach, (index + 1) * rowsEach)
    return (['red', 'green'] as const).find((colour) => rows.includes(colour)) ?? 'past'
  })
  return { segments, rowsEach }
}
