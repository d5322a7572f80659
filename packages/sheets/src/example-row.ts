import { foldText } from './columns.ts'
import type { SheetRow } from './sheet.ts'

/** Marks the example rows of templates, in a column beside the data. */
export const EXAMPLE = 'Example row: is not entered'

/** Returns whether a row is the example of a template. */
export const isExample = ({ cells }: SheetRow): boolean => cells.some((cell) => foldText(cell).startsWith('examplerow'))
