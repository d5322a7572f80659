import { Refusal } from '@purple-sector/sheets/in-worker'

/* Pages beside the classification on a timing company's menu, which are not results. */

/** Headings and headers are within these first lines. */
const HEADING_WITHIN = 60

const HEADINGS: readonly [heading: RegExp, description: string][] = [
  [/^(?:SECTOR AND )?LAP TIMES$/, 'lists lap times'],
  [/^SECTOR TIMES$/, 'lists sector times'],
  [/^FASTEST (?:LAPS|SECTORS)$/, 'lists fastest laps and sectors'],
  [/^(?:LAP|POSITION) CHART$/, 'is a lap chart'],
  [/^(?:STARTING |PROVISIONAL |FINAL )?GRID$/, 'is a starting grid'],
  [/^PIT ?STOPS?$/, 'lists pit stops'],
  [/^(?:CHAMPIONSHIP )?POINTS(?: STANDINGS)?$/, 'lists points'],
  [/^ENTRY LIST$/, 'is an entry list'],
  // The header of a table of laps.
  [/^Lap\b[\s.-]{0,10}(?:Sector|S1|Lap.?Time)/i, 'lists lap times'],
]

/** Recognises a page that is not a classification: `lists lap times`; undefined if it may be one. */
export const otherPage = (text: string): string | undefined => {
  const lines = text
    .split(/\r\n|\r|\n/, HEADING_WITHIN)
    .map((line) => line.slice(0, 200).trim())
    .filter((line) => line !== '')
  if (lines.some((line) => /^CLASSIFICATION\b/.test(line))) return undefined
  return HEADINGS.find(([heading]) => lines.some((line) => heading.test(line)))?.[1]
}

/** Returns the refusal of a page that is not a classification. */
export const otherPageRefused = (description: string): Refusal =>
  new Refusal(
    `This page ${description}. Send the classification, or just the numbers in finishing order, one a line.`,
    'PAGE_REFUSED',
  )
