import type { SessionType } from '@purple-sector/contracts/weekends/http'
import { AppError } from '@purple-sector/service-kit/errors'

/**
 * What becomes of a row; `category` is the one it is entered in, `readAs` the type that a race was given by its order,
 * `startComesTwice` says that the clocks show its start twice and the first is meant, `categoryAssumed` that a car
 * stands in the main category because nothing says another, although one may be meant.
 */
export type Entered = {
  action: 'created' | 'updated' | 'unchanged'
  category: string
  readAs?: SessionType
  startComesTwice?: true
  categoryAssumed?: true
}
/** `twin` is an earlier row that enters the same. */
export type Refused = { field: string | null; message: string; twin?: number }
export type Decided = Entered | Refused

export const isRefused = (decided: object): decided is Refused => 'message' in decided

export const refused = (field: string | null, message: string, twin?: number): Refused => ({
  field,
  message,
  ...(twin !== undefined && { twin }),
})

/** What is new has a negative id until it is stored. */
export const idOfNew = (known: readonly { id: number }[]): number => Math.min(0, ...known.map(({ id }) => id)) - 1

/** A decision that other ways of entering the same refuse by an error: its words are the row's. */
export const orRefused = <Result>(decide: () => Result): Result | Refused => {
  try {
    return decide()
  } catch (error) {
    if (error instanceof AppError) return refused(null, error.message)
    throw error
  }
}
