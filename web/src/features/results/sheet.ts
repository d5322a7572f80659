import { inOrder, missingOfPodium } from '@purple-sector/contracts/admin/classification'
import type { Row, RowStatus } from './classification.ts'
import { FIELDS, isReadable, leaderLaps, problemOf, settled } from './typed-rows.ts'

export type SheetError = {
  /** The line of the sheet, from 1. */
  line: number
  message: string
}

export type Sheet = {
  /** Every row of the editor, in the sheet's order; cars that the sheet does not name are left out, at the end. */
  rows: Row[]
  errors: SheetError[]
  /** Lines that name a car. */
  count: number
  missing: Row[]
}

const STATUSES: Record<string, RowStatus> = {
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
  disqualified: 'dsq',
}

const isNothing = (cell: string): boolean => /^[-–—]?$/.test(cell)

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const statusOf = (cell: string): RowStatus | undefined => STATUSES[cell.toLowerCase()]

type Line = { line: number; cells: string[] }

/** A single column holds the numbers of cars in their order; otherwise the second one does. */
const linesOf = (text: string): Line[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, cells: line.split('\t').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ line, cells }) => ({ line, cells: cells.length === 1 ? ['', ...cells] : cells }))

/** The first line may name the columns. */
const isHead = ({ cells }: Line): boolean => !cells.slice(0, 2).some((cell) => /\d/.test(cell))

/** As the server says it of a result that begins later: places are ranks. */
const incompletePodium = (position: number): string =>
  `Position ${position} is missing. A result that goes on after it needs the first three.`

type Read = { row: Row; position: number | undefined; errors: string[] }

const readLine = ({ cells }: Line, row: Row): Read => {
  const [place = '', , word = '', ...typed] = cells
  const errors: string[] = []
  const status = isNothing(word) ? (statusOf(place) ?? 'classified') : statusOf(word)
  if (!status) errors.push(`“${word}” is no status. Use classified, NC, DNF, DNS or DSQ.`)
  const isPlace = /^\d{1,3}$/.test(place)
  if (!isPlace && !isNothing(place) && !statusOf(place)) errors.push(`“${place}” is no position.`)
  // An empty cell says nothing: what was entered before stays.
  const filled = { ...row, status: status ?? row.status }
  for (const [index, field] of FIELDS.entries()) {
    const cell = typed[index] ?? ''
    if (cell === '') continue
    filled[field] = cell
    if (!isReadable(field, cell)) errors.push(capital(problemOf(field, cell)))
  }
  return { row: filled, position: isPlace ? Number(place) : undefined, errors }
}

/** By its plate as it is written, else by its number where no other car has it: sheets lose leading zeros. */
const carOf = (rows: readonly Row[], written: string): Row | undefined => {
  const [row, other] = rows.filter(({ number }) => /^\d{1,3}$/.test(written) && number === Number(written))
  return rows.find(({ plate }) => plate === written) ?? (other ? undefined : row)
}

/**
 * Reads what was copied from a sheet: position, number, status, laps, best lap and gap, one car a line. Numbers are
 * matched with the editor's cars. With an error nothing may be taken over; the errors say which line is wrong.
 */
export const parseSheet = (text: string, rows: readonly Row[]): Sheet => {
  const lines = linesOf(text)
  const [first] = lines
  if (first && isHead(first)) lines.shift()
  const errors: SheetError[] = []
  const seen = new Map<number, number>()
  const places = new Map<number, number>()
  const read: { row: Row; order: number }[] = []
  const listedAt: { line: number; position: number }[] = []
  let order = 0

  for (const each of lines) {
    const fail = (message: string) => errors.push({ line: each.line, message })
    const number = (each.cells[1] ?? '').replace(/^#\s*/, '')
    const row = carOf(rows, number)
    if (!row) {
      fail(number === '' ? 'There is no number.' : `No car of this session has the number ${number}.`)
      continue
    }
    const before = seen.get(row.carId)
    if (before !== undefined) {
      fail(`Car ${number} stands in row ${before} already.`)
      continue
    }
    seen.set(row.carId, each.line)
    const { row: filled, position, errors: wrong } = readLine(each, row)
    for (const message of wrong) fail(message)
    if (position !== undefined && filled.status === 'classified') {
      const taken = places.get(position)
      if (taken !== undefined) fail(`Position ${position} stands in row ${taken} already.`)
      places.set(position, each.line)
    }
    // Other cars than the classified may stand anywhere, and leave no gap where they have one of the first three.
    if (position !== undefined && (filled.status === 'classified' || position <= 3))
      listedAt.push({ line: each.line, position })
    order = position ?? order
    read.push({ row: filled, order })
  }

  const missingPlace = missingOfPodium(listedAt)
  if (missingPlace !== undefined && errors.length === 0) {
    const [next] = inOrder(listedAt.filter(({ position }) => position > missingPlace))
    errors.push({ line: next?.line ?? 1, message: incompletePodium(missingPlace) })
  }

  const numbered = read.toSorted((one, other) => one.order - other.order).map(({ row }) => row)
  const listed = [
    ...numbered.filter((row) => row.status === 'classified'),
    ...numbered.filter((row) => row.status !== 'classified'),
  ]
  const ofLeader = leaderLaps(listed)
  const ids = new Set(listed.map(({ carId }) => carId))
  const missing = rows.filter(({ carId }) => !ids.has(carId)).map((row): Row => ({ ...row, status: 'out' }))
  return {
    rows: [...listed.map((row) => settled(row, ofLeader)), ...missing],
    errors,
    count: read.length,
    missing,
  }
}
