import type { SessionType } from '@purple-sector/contracts/weekends/http'
import { AppError } from '@purple-sector/service-kit/errors'

/**
 * The outcome of an entered row.
 * `category` is the one it is entered in, `readAs` the type that a race got by its order. `startComesTwice`: the clocks
 * show its start twice, and the first is used. `categoryAssumed`: a car is in the main category by default, although
 * another one is possible.
 */
export type Entered = {
  action: 'created' | 'updated' | 'unchanged'
  category: string
  readAs?: SessionType
  startComesTwice?: true
  categoryAssumed?: true
}
/** The outcome of a rejected row; `duplicate` is the number of an earlier row that enters the same. */
export type Rejected = { field: string | null; message: string; duplicate?: number }
export type Decided = Entered | Rejected

export const isRejected = (decided: object): decided is Rejected => 'message' in decided

export const rejected = (field: string | null, message: string, duplicate?: number): Rejected => ({
  field,
  message,
  ...(duplicate !== undefined && { duplicate }),
})

/** Returns the next temporary id: new entries have negative ids until they are stored. */
export const temporaryId = (entries: readonly { id: number }[]): number =>
  Math.min(0, ...entries.map(({ id }) => id)) - 1

/** Converts an `AppError` of a decision into a rejected row with its message. */
export const rejectedOnError = <Result>(decide: () => Result): Result | Rejected => {
  try {
    return decide()
  } catch (error) {
    if (error instanceof AppError) return rejected(null, error.message)
    throw error
  }
}
