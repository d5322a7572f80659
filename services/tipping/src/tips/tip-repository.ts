import { foldedSpelling, unknownCategory } from '@purple-sector/contracts/categories'
import type { CategoryInput } from '@purple-sector/contracts/category-schema'
import { weekendSubject } from '@purple-sector/contracts/event'
import type { Names } from '@purple-sector/contracts/identity/display-name'
import { tipSubmitted } from '@purple-sector/contracts/tipping/events'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import { prepared, type Transaction } from '@purple-sector/database'
import { entry, outbox } from '@purple-sector/messaging'
import { sortName } from '../projections/sort-name.ts'
import type { TipContext } from './tip.ts'
import { raceOf } from './tip-races.ts'
import { LOCK_TIPS, SAVE, TIP_CONTEXTS, type TipContextRow } from './tip-sql.ts'

/** A submitted tip. `groupId` is null in the open competition. */
export type TipRequest = {
  userId: string
  weekendId: number
  category: CategoryInput
  groupId: number | null
  carId: number
  /** The user's names from the gateway; a board needs them if identity's event has not arrived. */
  names?: Names | undefined
  /** W3C trace context of the request, for its event. */
  traceparent?: string | undefined
}

/** The lock subject that serializes equal tips of a fan, and the end of the membership they belong to. */
export const tipLockSubject = ({
  userId,
  weekendId,
  groupId,
}: Pick<TipRequest, 'userId' | 'weekendId' | 'groupId'>): string => `tips-of/${userId}/${weekendId}/${groupId ?? ''}`

/** The category that the request names, or the message of its rejection. */
type ResolvedCategory = { id: number; name: string } | { rejection: string }

/** The context of a tip with the rows it refers to, read under the locks. */
export type LockedTipContext = TipContext & {
  now: Date
  category: ResolvedCategory
  scopeId: number
  membershipId: number | null
  /** Whether the group is about to move to another weekend. */
  isMoving: boolean
  /** Id of the current tip, or the id for a new tip. */
  tipId: number
  /** The car as a receipt has it. */
  receiptCar: Tip['car'] | undefined
}

/** An accepted tip, in its resolved category. */
export type Submission = { request: TipRequest; tipContext: LockedTipContext; category: { id: number; name: string } }

const resolveCategory = (
  { category_id: id, category: name, categories }: TipContextRow,
  requested: CategoryInput,
): ResolvedCategory =>
  id === null || name === null ? { rejection: unknownCategory(categories ?? [], requested) } : { id, name }

const tipContextOf = (row: TipContextRow, requested: CategoryInput): LockedTipContext => {
  const { car } = row
  return {
    now: row.now,
    category: resolveCategory(row, requested),
    scopeId: row.scope_id,
    membershipId: row.membership_id,
    isMoving: row.is_moving,
    tipId: row.tip_id,
    locksAfterFirstEvent: row.lock_tips ?? false,
    car: car ? { id: car.id, isOut: car.is_out } : undefined,
    receiptCar: car
      ? {
          id: car.id,
          number: car.number,
          plate: car.plate,
          driver: car.driver,
          team: car.team,
          status: car.status,
          withdrawn: car.withdrawn,
        }
      : undefined,
    tip:
      row.tip_car_id === null || row.tip_submitted_at === null
        ? undefined
        : { id: row.tip_id, carId: row.tip_car_id, submittedAt: row.tip_submitted_at },
    races: (row.races ?? []).map(raceOf),
  }
}

const eventOf = ({ request, tipContext, category: { id: categoryId, name: category } }: Submission) => {
  const { userId, weekendId, groupId, carId, traceparent } = request
  const { tipId, tip, now } = tipContext
  const isNew = tip === undefined
  const data = { tipId, userId, weekendId, categoryId, category, groupId, carId, isNew, submittedAt: now.toISOString() }
  return { ...entry(tipSubmitted, data), traceparent }
}

/**
 * Tips of a weekend, for the transaction that writes them: any number of tips, one per fan. Each call is one round
 * trip, whatever their number.
 */
export const tipRepository = (sql: Transaction, weekendId: number) => ({
  /**
   * Acquires the weekend's shared lock and those of the fans, which serialize equal requests (in a fixed order, so that
   * two batches cannot deadlock), then reads the tip contexts. Locks no row that fans share or that scoring writes.
   * Undefined for an unknown scope.
   */
  async selectTipContextsForUpdate(requests: readonly TipRequest[]): Promise<(LockedTipContext | undefined)[]> {
    const lockSubjects = requests.map(tipLockSubject)
    await prepared(sql, 'lock-tips', LOCK_TIPS, { weekend: weekendSubject(weekendId), lockSubjects })
    const requested = requests.map(({ userId, category, groupId, carId }, index) => ({
      request_index: index,
      user_id: userId,
      category: foldedSpelling(String(category)),
      group_id: groupId,
      car_id: carId,
    }))
    const { rows } = await prepared<TipContextRow>(sql, 'tip-contexts', TIP_CONTEXTS, {
      weekendId,
      requested: JSON.stringify(requested),
    })
    const rowByIndex = new Map(rows.map((row) => [row.request_index, row]))
    return requests.map(({ category }, index) => {
      const row = rowByIndex.get(index)
      return row && !row.deleted ? tipContextOf(row, category) : undefined
    })
  },

  /**
   * Writes tips with their history at the time of their contexts, puts newcomers on the board, and publishes the
   * events.
   */
  async save(submissions: readonly Submission[], submittedAt: Date): Promise<void> {
    const tips = submissions.map(({ request, tipContext, category }) => ({
      id: tipContext.tipId,
      is_new: tipContext.tip === undefined,
      scope_id: tipContext.scopeId,
      user_id: request.userId,
      membership_id: tipContext.membershipId,
      category_id: category.id,
      car_id: request.carId,
      ...(request.names && {
        username: request.names.username,
        first_name: request.names.firstName,
        last_name: request.names.lastName,
        sort_name: sortName(request.names),
      }),
    }))
    await prepared(sql, 'save-tips', SAVE, {
      weekendId,
      submittedAt,
      tips: JSON.stringify(tips),
      events: JSON.stringify(submissions.map(eventOf)),
    })
    outbox(sql).announce()
  },
})
