import { cleanLine } from '@purple-sector/contracts/text'
import { MAX_CELL_CHARS } from '@purple-sector/service-kit/data/parsing-limits'
import type { XmlElement } from './xml-elements.ts'

/*
 * Values of attributes in Natsoft's live messages. `?` is unknown: undefined means "not sent", null "sent, and
 * unknown".
 */

/** Returns the attribute under any of its names; undefined if none is present. */
export const attribute = ({ attributes }: XmlElement, ...names: string[]): string | null | undefined => {
  const name = names.find((each) => Object.hasOwn(attributes, each))
  if (name === undefined) return undefined
  const text = (attributes[name] ?? '').slice(0, MAX_CELL_CHARS).trim()
  return text === '?' ? null : text
}

const NUMBER = /^(-?)(\d{1,12})(?:\.(\d{1,9}))?(-?)$/

/** Converts seconds to ms with all decimals: the point is moved, nothing is rounded. */
export const millisecondsOf = (text: string | null | undefined): number | null => {
  const match = NUMBER.exec(text ?? '')
  if (!match) return null
  const [, before, seconds = '0', fraction = '', after] = match
  const padded = fraction.padEnd(3, '0')
  const ms = Number(`${seconds}${padded.slice(0, 3)}.${padded.slice(3)}0`)
  return before === '-' || after === '-' ? -ms : ms
}

/** Converts seconds since 1970 to ms; null outside the years 2000 to 2099, when the source's clock is wrong. */
export const instantOf = (text: string | null | undefined): number | null => {
  const ms = millisecondsOf(text)
  return ms !== null && ms > Date.UTC(2000) && ms < Date.UTC(2100) ? ms : null
}

const DAY_MS = 86_400_000

/** Reads a gap; null if it is none, or longer than a day. */
export const gapOf = (text: string | null | undefined): number | null => {
  const ms = millisecondsOf(text)
  return ms === null || ms < 0 || ms > DAY_MS ? null : ms
}

/** Reads the time of a lap or a sector; zero counts as none. */
export const timeOf = (text: string | null | undefined): number | null => gapOf(text) || null

/** Reads a whole number; a trailing minus is negative. */
export const countOf = (text: string | null | undefined): number | null => {
  const match = NUMBER.exec(text ?? '')
  if (!match) return null
  const count = Number(match[2])
  if (count > 100_000) return null
  return match[1] === '-' || match[4] === '-' ? -count : count
}

export const nonNegative = (count: number | null): number | null => (count === null || count < 0 ? null : count)

/** Returns the text of the first of several attribute names that is present. */
export const textOf = (element: XmlElement, ...names: string[]): string => attribute(element, ...names) ?? ''

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/

/**
 * Returns one line of at most `maxLength` characters, without control characters.
 * Copies it: a substring would retain the whole message in memory.
 */
export const lineOf = (text: string, maxLength: number): string => {
  const copy = Buffer.from(text.slice(0, maxLength)).toString()
  return (PRINTABLE_ASCII.test(copy) ? copy : cleanLine(copy)).trim()
}
