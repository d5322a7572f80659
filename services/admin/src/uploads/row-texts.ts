import type { RowFault } from '@purple-sector/sheets'
import type { CarField, SessionField } from './columns.ts'

export type Field = CarField | SessionField

/** A fault of a row, by its field. */
export type Fault = RowFault<Field>
