import type { SessionType } from '@purple-sector/contracts/weekends/http'
import { kindOf, rareWords, wordsOf } from '../imports/session-title.ts'
import type { NatsoftEvent, NatsoftState } from '../timing-formats/natsoft-state.ts'

/** A session of ours, with every name of its category. */
export type OurSession = {
  name: string
  sessionType: SessionType | null
  raceNumber: number | null
  categoryNames: readonly string[]
  /** Planned; null while it has no time. */
  startsAt: Date | null
  /** Whether live timing of it has been received before. */
  hasStarted: boolean
}

const KINDS: Readonly<Record<string, string>> = {
  race: 'race',
  qualifying: 'qualifying',
  practice: 'practice',
  shootout: 'shootout',
}

/** Splits `Super2 Series - Race 1` into the series and its session. */
const partsOf = (description: string): { series: string; session: string } => {
  const parts = description.split(/\s[-–—]\s/)
  return { series: parts.length > 1 ? parts.slice(0, -1).join(' ') : '', session: parts.at(-1) ?? '' }
}

const kindAndNumberOf = ({ description, kind }: NatsoftEvent) => {
  const parsed = kindOf(wordsOf(partsOf(description).session))
  return {
    kind: parsed.kind ?? KINDS[kind.toLowerCase()],
    number: parsed.number === undefined ? null : Number(parsed.number),
  }
}

const kindAndNumberOfSession = ({ name, sessionType, raceNumber }: OurSession) => {
  const parsedName = kindOf(wordsOf(name))
  const kind = sessionType?.startsWith('race') ? 'race' : (sessionType ?? parsedName.kind)
  const number = parsedName.number === undefined ? null : Number(parsedName.number)
  return { kind, number: kind === 'race' ? (number ?? raceNumber) : number }
}

/** Returns the codes of the categories that have cars, or of all categories if none has. */
const codesOf = ({ categories, competitors }: NatsoftState): string[] => {
  const ids = new Set([...competitors.values()].map(({ categoryId }) => categoryId))
  const usedCategories = [...categories].filter(([id]) => ids.has(id))
  return (usedCategories.length > 0 ? usedCategories : [...categories]).map(([, code]) => code)
}

/**
 * Returns the codes that may stand for a category's name, without blanks.
 * The whole name, its rare words, or several adjacent words (`GRCUP` of *Toyota GR Cup*). A single word is too little:
 * `Porsche` is more than one category.
 */
const codesOfName = (name: string): string[] => {
  const words = wordsOf(name)
  const wordRuns = words.flatMap((_, from) =>
    words.slice(from + 1).map((_word, surplus) => words.slice(from, from + surplus + 2)),
  )
  const distinctive = wordRuns.filter((run) => rareWords(run).length > 0)
  return [words, rareWords(words), ...distinctive].map((run) => run.join('')).filter((code) => code !== '')
}

const isOfCategory = (names: readonly string[], state: NatsoftState, series: string): boolean => {
  const ourCodes = new Set(names.flatMap(codesOfName))
  if (codesOf(state).some((code) => ourCodes.has(wordsOf(code).join('')))) return true
  const feedWords = rareWords(wordsOf(series))
  return feedWords.length > 0 && names.some((name) => feedWords.every((word) => wordsOf(name).includes(word)))
}

/**
 * Whether the source certainly sends our session.
 * Compares the category, by the codes of its cars or the name of the series, the kind, and the number. A race without a
 * number may be any; a qualifying without one is the only one.
 */
export const isOurSession = (state: NatsoftState, session: OurSession): boolean => {
  const { event } = state
  if (!event || !isOfCategory(session.categoryNames, state, partsOf(event.description).series)) return false
  const [feedSession, plannedSession] = [kindAndNumberOf(event), kindAndNumberOfSession(session)]
  if (feedSession.kind === undefined || feedSession.kind !== plannedSession.kind) return false
  return feedSession.kind === 'race'
    ? feedSession.number === plannedSession.number
    : (feedSession.number ?? 1) === (plannedSession.number ?? 1)
}
