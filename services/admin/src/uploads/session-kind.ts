import type { SessionType } from '@purple-sector/contracts/weekends/http'
import { foldText } from '@purple-sector/sheets'

/** A session of a type; or a race, with the number in its name, which may count over the season. */
export type SessionKind = { type: SessionType } | { race: number | null }

/** `Zeittraining` is qualifying, and so is `Qualifying Race 23`: qualifying for that race. */
const KINDS: readonly { type: SessionType; is: RegExp }[] = [
  { type: 'shootout', is: /shootout/ },
  { type: 'qualifying', is: /^q\d{0,2}$|quali|zeittraining/ },
  { type: 'practice', is: /^(?:p|fp)\d{0,2}$|practi[cs]e|training|warmup|shakedown/ },
]

const NUMBERED_RACE = /(?:^|[^a-z])(?:race|rennen|lauf|heat|r)[\s.#-]{0,3}(\d{1,3})(?!\d)/i
/** Matches `Feature Race`, `Trophy Race`, `Grand Final`; and by distance, `Bathurst 1000`, `Bathurst 12 Hour`. */
const RACE =
  /(?:^|[^a-z])(?:race|rennen|lauf|heat|feature|trophy|sprint|final|grand prix|enduro|endurance)(?:$|[^a-z])|[a-z]\s\d{3,4}(?:\s?km)?$|\s\d{1,2}[\s-]?h(?:ours?|rs?)?$/i

/**
 * Reads the kind of a session from a text: `race2`, `Race 23`, `R2`, `Practice 1`, `Warm-up`; undefined without one.
 */
export const kindOf = (text: string): SessionKind | undefined => {
  const word = foldText(text)
  const kind = KINDS.find(({ is }) => is.test(word))
  if (kind) return { type: kind.type }
  const number = NUMBERED_RACE.exec(text)?.[1]
  if (number !== undefined && Number(number) > 0) return { race: Number(number) }
  return RACE.test(text) ? { race: null } : undefined
}

/** Whether a text is only a session's kind and number: `Practice 7`, `Race`. */
export const isKindAlone = (text: string): boolean =>
  /^(?:(?:free)?practi[cs]e|fp|p|q|qualifying|quali|race|r|shootout|warmup)\d{0,3}$/.test(foldText(text))
