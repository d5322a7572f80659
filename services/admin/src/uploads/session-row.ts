import type { SessionEntry } from '@purple-sector/contracts/weekends/entries'
import { pointsSchema, SESSION_TYPES, type SessionType } from '@purple-sector/contracts/weekends/http'
import type { SheetRow } from '@purple-sector/sheets'
import { type Columns, folded, type SessionField } from './columns.ts'
import { type Fault, textsOf } from './row-texts.ts'

export type SessionTexts = Omit<SessionEntry, 'row'>

const KINDS: readonly { type: SessionType; is: RegExp }[] = [
  { type: 'practice', is: /^(?:p|fp)\d?$|practi[cs]e|training/ },
  { type: 'shootout', is: /shootout/ },
  { type: 'qualifying', is: /^q\d?$|qualif|zeittraining/ },
]

/** The type a text means: `race2`, `Race 2`, `R2`, `Practice 1`, `Top Ten Shootout`. A race without a number is the first. */
const typeMeant = (text: string): SessionType | undefined => {
  const word = folded(text)
  const kind = KINDS.find(({ is }) => is.test(word))
  if (kind) return kind.type
  const number = /^(?:race|r|rennen|lauf)(\d*)$/.exec(word)?.[1]
  return number === undefined ? undefined : SESSION_TYPES.find((type) => type === `race${number || 1}`)
}

const two = (text: string | number): string => String(text).padStart(2, '0')

/** `2026-11-21`, or day first as in `21/11/2026` and `21.11.2026`; undefined for a day that no calendar has. */
const dayOf = (text: string): string | undefined => {
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(text)
  const dayFirst = /^(\d\d?)[./](\d\d?)[./](\d{4})$/.exec(text)
  const [year, month, day] = iso ? iso.slice(1) : dayFirst ? dayFirst.slice(1).toReversed() : []
  if (year === undefined || month === undefined || day === undefined) return undefined
  const shown = `${year}-${two(month)}-${two(day)}`
  const parsed = new Date(`${shown}T00:00:00Z`)
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== shown ? undefined : shown
}

/** `10:40`, `10.40`, `10:40:00`, `2:40 pm`. */
const timeOf = (text: string): string | undefined => {
  const [, hours, minutes, half] = /^(\d\d?)[:.](\d\d)(?::\d\d(?:\.\d+)?)?\s*([ap]\.?m\.?)?$/i.exec(text) ?? []
  if (hours === undefined || minutes === undefined || Number(minutes) > 59) return undefined
  const hour = Number(hours)
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const of24 = half === undefined ? hour : (hour % 12) + (/^p/i.test(half) ? 12 : 0)
  return of24 > 23 ? undefined : `${two(of24)}:${minutes}`
}

/** A day and a time in one cell. */
const startOf = (text: string): string | undefined => {
  const [, first = '', second = ''] = /^(\S+?)(?:T|,?\s+)(\d\d?[:.].*)$/.exec(text) ?? []
  const [day, time] = [dayOf(first), timeOf(second)]
  return day && time && isOfOurTime(day) ? `${day}T${time}` : undefined
}

/** To be announced, confirmed, decided. */
const TO_COME = /^tb[acd]$/i

const isOfOurTime = (day: string): boolean => day >= '1900' && day < '3000'

/** A cell that holds a day alone is read with midnight, and one that holds a time alone may come with some day. */
const dayAndTime = (date: string, time: string): string => `${date.split('T')[0]} ${time.split('T').at(-1)}`

const pointsOf = (text: string) => {
  const numbers = /^(\d{1,4})\D+(\d{1,4})\D+(\d{1,4})$/.exec(text)?.slice(1).map(Number) ?? []
  const [first, second, third] = numbers
  return pointsSchema.safeParse({ first, second, third }).data
}

/** What a row of the sheet Sessions says. */
export const readSessionRow = (
  row: SheetRow,
  columns: Columns<SessionField>,
): { session: SessionTexts; faults: Fault[] } => {
  const { faults, fault, text, needed } = textsOf(row, columns)
  const category = needed('category')
  const name = needed('name')
  const typed = text('sessionType')
  const sessionType = typeMeant(typed ?? name)
  if (sessionType === undefined && (typed ?? name) !== '')
    fault(
      'sessionType',
      `${typed === undefined ? 'Missing' : `“${typed}” is none`}: practice, qualifying, shootout, race1 to race6.`,
    )
  const [date, time, together] = [text('date'), text('time'), text('start')]
  const startText = together ?? (date !== undefined && time !== undefined ? dayAndTime(date, time) : undefined)
  const isKnown = startText !== undefined && !TO_COME.test(startText)
  const start = isKnown ? startOf(startText) : undefined
  if (isKnown && start === undefined)
    fault(together === undefined ? 'time' : 'start', `“${startText}” is no date and time such as 2026-11-21 10:40.`)
  if (together === undefined && (date === undefined) !== (time === undefined))
    fault(date === undefined ? 'date' : 'time', 'Missing.')
  const pointsText = text('points')
  const points = pointsText === undefined ? undefined : pointsOf(pointsText)
  if (pointsText !== undefined && !points) fault('points', `“${pointsText}” is not three numbers such as 50, 25, 15.`)
  const [distance, track] = [text('distance'), text('track')]
  const session = {
    kind: 'session' as const,
    name,
    category,
    sessionType: sessionType ?? 'race1',
    ...(start !== undefined && { start }),
    ...(distance !== undefined && { distance }),
    ...(track !== undefined && { track }),
    ...(points && { points }),
  }
  return { session, faults }
}
