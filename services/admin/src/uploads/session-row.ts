import type { SessionEntry } from '@purple-sector/contracts/weekends/entries'
import { pointsSchema, SESSION_TYPES, type SessionType } from '@purple-sector/contracts/weekends/http'
import { type Columns, foldText, type SheetRow, textsOf } from '@purple-sector/sheets'
import type { SessionField } from './columns.ts'
import type { Fault } from './row-texts.ts'
import { isKindAlone, kindOf, type SessionKind } from './session-kind.ts'
import { isDay, isTime, startOf } from './session-start.ts'

export type SessionTexts = Omit<SessionEntry, 'row'>

/** To be announced, confirmed, decided. */
const UNDECIDED = /^tb[acd]$/i

const pointsOf = (text: string) => {
  const numbers = /^(\d{1,4})\D+(\d{1,4})\D+(\d{1,4})$/.exec(text)?.slice(1).map(Number) ?? []
  const [first, second, third] = numbers
  return pointsSchema.safeParse({ first, second, third }).data
}

/** Reads `race1` to `race6`, as a column of types has them. */
const writtenType = (typeText: string): SessionType | undefined =>
  SESSION_TYPES.find((type) => type.startsWith('race') && type === foldText(typeText).replace(/^r(?=\d)/, 'race'))

/** Returns the kind by the column of types, else by the name; the type `Race` takes its number from the name. */
const resolveKind = (typeText: string | undefined, name: string): SessionKind | undefined => {
  const kindFromName = kindOf(name)
  if (typeText === undefined) return kindFromName
  const raceType = writtenType(typeText)
  if (raceType) return { type: raceType }
  const kind = kindOf(typeText)
  return kind && 'race' in kind && kind.race === null && kindFromName && 'race' in kindFromName ? kindFromName : kind
}

/** A race's type follows from its number, until the races of its category in the weekend are known. */
const typeFieldsOf = (kind: SessionKind): Pick<SessionTexts, 'sessionType' | 'namedRace'> =>
  'type' in kind ? { sessionType: kind.type } : { sessionType: 'race1', namedRace: { number: kind.race } }

/** Reads a row of the sheet Sessions. */
export const readSessionRow = (
  row: SheetRow,
  columns: Columns<SessionField>,
): { session: SessionTexts; faults: Fault[] } => {
  const { faults, addFault, text, requiredText } = textsOf(row, columns)
  const category = requiredText('category')
  const name = requiredText('name')
  if (isKindAlone(category))
    addFault('category', `“${category}” is a session, not a category: this row doesn’t say whose session it is.`)
  const typeText = text('sessionType')
  const kind = resolveKind(typeText, name)
  if (kind === undefined && (typeText ?? name) !== '')
    addFault(
      'sessionType',
      `${typeText === undefined ? 'Missing' : `“${typeText}” is none`}: practice, qualifying, shootout, race1 to race6.`,
    )
  const [date, time] = [text('date'), text('start') ?? text('time')]
  const timeField = columns.start ? 'start' : 'time'
  const isUndecided = [date, time].some((cell) => cell !== undefined && UNDECIDED.test(cell))
  if (date !== undefined && time === undefined && isDay(date)) addFault(timeField, 'Missing.')
  if (date === undefined && time !== undefined && columns.date && isTime(time)) addFault('date', 'Missing.')
  const parsedStart =
    isUndecided || faults.some(({ message }) => message === 'Missing.') ? undefined : startOf(date, time)
  if (parsedStart && 'fault' in parsedStart) addFault(time === undefined ? 'date' : timeField, parsedStart.fault)
  const pointsText = text('points')
  const points = pointsText === undefined ? undefined : pointsOf(pointsText)
  if (pointsText !== undefined && !points)
    addFault('points', `“${pointsText}” is not three numbers such as 50, 25, 15.`)
  const [distance, track] = [text('distance'), text('track')]
  const session = {
    kind: 'session' as const,
    name,
    category,
    ...typeFieldsOf(kind ?? { type: 'race1' }),
    ...(parsedStart && 'start' in parsedStart && { start: parsedStart.start }),
    ...(distance !== undefined && { distance }),
    ...(track !== undefined && { track }),
    ...(points && { points }),
  }
  return { session, faults }
}
