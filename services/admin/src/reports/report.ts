import { AppError, conflict, notFound } from '@purple-sector/service-kit/errors'

/** Attempts at a report before it fails. */
export const MAX_ATTEMPTS = 3
/** Reports retained for each weekend, the latest. */
export const MAX_RETAINED = 5

const MAX_NAME = 60

/**
 * Returns the name of the file, `southern-cross-500-report.pdf`; the weekend's number if its name has no Latin
 * letter.
 */
export const filenameOf = (weekend: { id: number; name: string }): string => {
  const name = weekend.name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_NAME)
    .replaceAll(/^-+|-+$/g, '')
  return `${name || `weekend-${weekend.id}`}-report.pdf`
}

/** Describes to the administrator why a report failed. */
export const failureMessage = (error: unknown): string =>
  error instanceof AppError && error.kind === 'unavailable'
    ? 'The weekend’s figures couldn’t be read. Please generate the report again later.'
    : 'The report couldn’t be made. Please generate it again. If it fails again, race control’s log says why.'

/** The message of a report whose worker died each time. */
export const LOST_MESSAGE = 'The report was started three times and never finished. Please generate it again later.'

export const noSuchReport = () => notFound('NOT_FOUND', 'There’s no such report.')

/** Returns the error for a report without a file: it is still being made, or has failed. */
export const notReady = ({ state, error }: { state: string; error: string | null }) =>
  state === 'failed'
    ? conflict('REPORT_FAILED', error ?? LOST_MESSAGE)
    : conflict('REPORT_NOT_READY', 'This report is still being made. Please try again in a moment.')
