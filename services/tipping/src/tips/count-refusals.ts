import { counter } from '@purple-sector/metrics'
import { AppError } from '@purple-sector/service-kit/errors'

const refused = counter('tips_refused_total')

/** Counts a tip that is refused, by its error code; the error is thrown on. */
export const countRefusals = async <T>(write: Promise<T>): Promise<T> => {
  try {
    return await write
  } catch (error) {
    refused.inc({ code: error instanceof AppError ? error.code : 'INTERNAL_ERROR' })
    throw error
  }
}
