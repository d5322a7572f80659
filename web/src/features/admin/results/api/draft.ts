import type { ClassificationRow, Result, ResultBody } from '@purple-sector/contracts/admin/http'
import type { Car } from '@purple-sector/contracts/weekends/http'
import {
  changedCars,
  type Field,
  hasRows,
  move,
  type Row,
  type RowStatus,
  rowsOf,
  toClassification,
  withCars,
  withStatus,
} from './classification.ts'
import { formatRow, leaderLaps, type Problem, problemsOf } from './typed-rows.ts'

export type ResultStatus = Result['status']

/** A draft of a result revision. */
export type Draft = {
  /** The revision that the draft changes; null before the first. */
  base: Result | null
  rows: Row[]
  /** The selected status; null while the editor determines it. */
  chosen: ResultStatus | null
  reason: string
}

export const newDraft = (cars: readonly Car[], base: Result | null): Draft => ({
  base,
  rows: rowsOf(cars, base),
  chosen: null,
  reason: '',
})

export type DraftAction =
  | { type: 'moved'; carId: number; to: number }
  | { type: 'car status set'; carId: number; status: RowStatus }
  | { type: 'typed'; carId: number; field: Field; text: string }
  | { type: 'field blurred'; carId: number }
  /** Applies an imported page or sheet, with its status if it has one, or the rows of a cancelled result. */
  | { type: 'rows replaced'; rows: Row[]; status: ResultStatus | null; reason: string }
  | { type: 'result status set'; status: ResultStatus }
  | { type: 'reason typed'; reason: string }
  | { type: 'cars changed'; cars: readonly Car[] }
  /** Keeps the rows of the draft and bases it on a newer revision. */
  | { type: 'rebased'; base: Result }
  /** Discards the draft in favour of the published result. */
  | { type: 'discarded'; cars: readonly Car[]; base: Result | null }
  | { type: 'published'; cars: readonly Car[]; result: Result }

const editRow = (rows: readonly Row[], carId: number, edit: (row: Row) => Row): Row[] =>
  rows.map((row) => (row.carId === carId ? edit(row) : row))

export const draftReducer = (draft: Draft, action: DraftAction): Draft => {
  const { rows } = draft
  switch (action.type) {
    case 'moved':
      return { ...draft, rows: move(rows, action.carId, action.to) }
    case 'car status set':
      return { ...draft, rows: withStatus(rows, action.carId, action.status) }
    case 'typed':
      return { ...draft, rows: editRow(rows, action.carId, (row) => ({ ...row, [action.field]: action.text })) }
    case 'field blurred':
      return { ...draft, rows: editRow(rows, action.carId, (row) => formatRow(row, leaderLaps(rows))) }
    case 'rows replaced':
      return { ...draft, rows: action.rows, chosen: action.status ?? draft.chosen, reason: action.reason }
    case 'result status set':
      return { ...draft, chosen: action.status }
    case 'reason typed':
      return { ...draft, reason: action.reason }
    case 'cars changed':
      return { ...draft, rows: withCars(rows, action.cars, draft.base) }
    case 'rebased':
      return { ...draft, base: action.base }
    case 'discarded':
      return newDraft(action.cars, action.base)
    case 'published': {
      const next = newDraft(action.cars, action.result)
      // The rows of a cancelled result stay for a later publication.
      return hasRows(action.result) ? next : { ...next, rows }
    }
  }
}

export type DraftState = {
  /** Number of the revision once published. */
  revision: number
  status: ResultStatus
  /** Ids of the cars whose rows differ from the base revision; empty if that has no rows. */
  changed: ReadonlySet<number>
  /** Whether rows, reason or selected status were edited, so that discarding the draft would lose input. */
  isDirty: boolean
  /** Whether publishing sets, changes or cancels the classification; false if only status or reason differ. */
  isCorrection: boolean
  /** Whether publishing would create a revision. */
  createsRevision: boolean
  problems: Problem[]
  canPublish: boolean
  body: ResultBody
}

/** When only status or reason changed, the published rows are sent unchanged, or they would count as corrected. */
const isAsPublished = (base: Result | null, changed: ReadonlySet<number>): base is Result =>
  hasRows(base) && changed.size === 0

const sentRows = ({ classification }: Result): ClassificationRow[] =>
  classification.map(({ car: _car, place: _place, ...row }) => row)

const NO_CARS: ReadonlySet<number> = new Set()

/**
 * Returns the status: the selected one, else provisional at first, amended once places or times change, else the
 * current one.
 */
const statusOf = ({ base, chosen }: Draft, isChanged: boolean): ResultStatus => {
  if (chosen) return chosen
  if (!base) return 'provisional'
  return isChanged || base.status === 'cancelled' ? 'amended' : base.status
}

/** Derives the state of the editor from a draft. */
export const readDraft = (draft: Draft, cars: readonly Car[]): DraftState => {
  const { base, rows, chosen } = draft
  const reason = draft.reason.trim()
  const changedCarIds = changedCars(rowsOf(cars, base), rows)
  const correctedCarIds = hasRows(base) ? changedCarIds : NO_CARS
  const status = statusOf(draft, correctedCarIds.size > 0)
  const isCancelled = status === 'cancelled'
  const classification = isCancelled
    ? []
    : isAsPublished(base, correctedCarIds)
      ? sentRows(base)
      : toClassification(rows)
  const isCorrection = isCancelled ? base?.status !== 'cancelled' : !hasRows(base) || correctedCarIds.size > 0
  const createsRevision = isCorrection || status !== base?.status || reason !== ''
  const problems = isCancelled ? [] : problemsOf(rows)
  return {
    revision: (base?.revision ?? 0) + (createsRevision ? 1 : 0),
    status,
    changed: correctedCarIds,
    isDirty: changedCarIds.size > 0 || reason !== '' || (chosen !== null && chosen !== base?.status),
    isCorrection,
    createsRevision,
    problems,
    canPublish: createsRevision && problems.length === 0 && (isCancelled || classification.length > 0),
    body: { status, reason: reason || null, classification, baseRevision: base?.revision ?? 0 },
  }
}

/** Whether a newer revision was published since the draft was started. */
export const hasNewerRevision = (draft: Pick<Draft, 'base'>, latest: Result | null): latest is Result =>
  (latest?.revision ?? 0) > (draft.base?.revision ?? 0)
