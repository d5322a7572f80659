import type { ClassificationRow } from '@purple-sector/contracts/admin/http'

type Status = ClassificationRow['status']

/** A line of a page or a sheet that names a car, as it is written there; times in ms, to a tenth. */
export type PageRow = {
  line: number
  /** As it is written: `05` stays `05`. */
  number: string
  /** Without nationalities; several of one car with `/` between them. '' where none is named. */
  driver: string
  /** Where spaces were lost in copying the team may follow the driver. */
  goesOn?: true
  position: number | null
  /** Null where the page does not say: by its position, or as sessions without a time count. */
  status: Status | null
  laps?: number
  timeMs?: number
  bestLapMs?: number
  gapMs?: number
  lapsDown?: number
}

/** Something of a line that was not understood. */
export type PageError = { line: number; message: string }

/** What a page or a sheet says, before anybody knows of which session it is. */
export type ReadPage = {
  title: string | null
  status: 'provisional' | 'official' | null
  issue: number | null
  /** When the session started, by the clock of the circuit and without a year: `06-29T15:20`. */
  start?: string
  rows: PageRow[]
  /** What decides places and cannot be read. */
  errors: PageError[]
  /** What can be left out: a time that is none. */
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

/** The status that a word means, in any case; undefined where it means none. */
export const statusOfWord = (word: string): Status | undefined => {
  const key = word.slice(0, 40).trim().toLowerCase()
  return Object.hasOwn(WORDS, key) ? WORDS[key] : undefined
}

const POSITION = /^\d{1,3}$/

/** What stands in the column of positions: a number, a status, or nothing; undefined where it is none of them. */
export const placeOf = (written: string): Pick<PageRow, 'position' | 'status'> | undefined => {
  if (/^[-–—]?$/.test(written)) return { position: null, status: null }
  if (POSITION.test(written) && Number(written) > 0) return { position: Number(written), status: 'classified' }
  const status = statusOfWord(written)
  return status && { position: null, status }
}

const NUMBER = /^#?\s?\d{1,4}[A-Za-z]{0,2}$/

/** Whether it may be what a car's door shows. */
export const isNumber = (written: string): boolean => NUMBER.test(written)
export const plainNumber = (written: string): string => written.replace(/^#\s?/, '')

/** `J.Lee/Mia O'Neil` of `J.Lee (AUS)/Mia O'Neil (NZ)`; a bracket that the column cut off goes, too. */
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
