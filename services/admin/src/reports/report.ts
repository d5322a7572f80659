import { AppError, conflict, notFound } from '@purple-sector/service-kit/errors'

/** So often a report is tried before it is given up. */
export const MAX_ATTEMPTS = 3
/** So many of a weekend are kept, the latest. */
export const KEPT = 5

const MAX_NAME = 60

/** `southern-cross-500-report.pdf`; of a name without a letter of the alphabet the weekend's number. */
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

/** What is said of a report that was given up, to whoever asked for it. */
export const failureWords = (error: unknown): string =>
  error instanceof AppError && error.kind === 'unavailable'
    ? 'The weekend’s figures couldn’t be read. Please generate the report again later.'
    : 'The report couldn’t be made. Please generate it again. If it fails again, race control’s log says why.'

/** Where the worker never came back, nobody knows more. */
export const LOST_WORDS = 'The report was started three times and never finished. Please generate it again later.'

export const noSuchReport = () => notFound('NOT_FOUND', 'There’s no such report.')

/** Why there is no file yet, or never will be. */
export const notReady = ({ state, error }: { state: string; error: string | null }) =>
  state === 'failed'
    ? conflict('REPORT_FAILED', error ?? LOST_WORDS)
    : conflict('REPORT_NOT_READY', 'This report is still being made. Please try again in a moment.')
