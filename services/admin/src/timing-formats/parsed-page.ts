import type { ClassificationRow } from '@purple-sector/contracts/admin/http'

type Status = ClassificationRow['status']

/** A line of a page or a sheet that names a car, as written; times in ms, to a tenth. */
export type PageRow = {
  line: number
  /** As it is written: `05` stays `05`. */
  number: string
  /** Without nationalities; several of one car with `/` between them. '' if none is named. */
  driver: string
  /** Where copying lost the spaces, the team may follow the driver. */
  mayIncludeTeam?: true
  position: number | null
  /** Null if the page states none: it then follows from the position and the kind of session. */
  status: Status | null
  laps?: number
  timeMs?: number
  bestLapMs?: number
  gapMs?: number
  lapsDown?: number
}

/** A part of a line that could not be parsed. */
export type PageError = { line: number; message: string }

/** A parsed page or sheet, before it is matched to a session. */
export type ParsedPage = {
  title: string | null
  status: 'provisional' | 'official' | null
  issue: number | null
  /** When the session started, by the clock of the circuit and without a year: `06-29T15:20`. */
  start?: string
  rows: PageRow[]
  /** Errors of content that decides places and cannot be parsed. */
  errors: PageError[]
  /** Notes of skipped content, such as a time that is not one. */
  notes: string[]
}

const WORDS: Record<string, Status> = {
  classified: 'classified',
  cla: 'classified',
  finished: 'classified',
  nc: 'nc',
  'not classified': 'nc',
  dnf: 'dnf',
  ret: 'dnf',
  retired: 'dnf',
  dns: 'dns',
  dsq: 'dsq',
  dq: 'dsq',
  exc: 'dsq',
  excluded: 'dsq',
  disqualified: 'dsq',
}

/** Returns the status that a word means, in any case; undefined if it means none. */
export const statusOfWord = (word: string): Status | undefined => {
  const key = word.slice(0, 40).trim().toLowerCase()
  return Object.hasOwn(WORDS, key) ? WORDS[key] : undefined
}

const POSITION = /^\d{1,3}$/

/** Reads a cell of the position column: a number, a status, or nothing; undefined for anything else. */
export const positionCell = (text: string): Pick<PageRow, 'position' | 'status'> | undefined => {
  if (/^[-–—]?$/.test(text)) return { position: null, status: null }
  if (POSITION.test(text) && Number(text) > 0) return { position: Number(text), status: 'classified' }
  const status = statusOfWord(text)
  return status && { position: null, status }
}

const NUMBER = /^#?\s?\d{1,4}[A-Za-z]{0,2}$/

/** Whether a text may be a car's number. */
export const isNumber = (text: string): boolean => NUMBER.test(text)
export const plainNumber = (text: string): string => text.replace(/^#\s?/, '')

/** Removes nationalities: `J.Lee/Mia O'Neil` of `J.Lee (AUS)/Mia O'Neil (NZ)`; also a bracket that was cut off. */
export const withoutNationality = (drivers: string): string =>
  drivers
    .split('/')
    .map((name) =>
      name
        .replaceAll(/\([^()]{0,40}(?:\)|$)/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((name) => name !== '')
    .join('/')
