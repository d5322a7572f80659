import type { ExpectedEntry } from '../account/expected-board.ts'
import type { NotificationReply } from '../fans/replies.ts'
import { type Difference, differs } from './differences.ts'

const board = 'the open competition'
const words = /(\d+)(?:st|nd|rd|th) in the open competition/g

/** Parses the position and points at the end of a notification; null if it has none. */
export const notifiedRank = (message: string): { position: number; totalPoints: number } | null => {
  const place = [...message.matchAll(words)].at(-1)?.[1]
  const points = /(?:[Yy]ou’re on|now have|still have) (\d+)/.exec(message)?.[1]
  return place === undefined || points === undefined ? null : { position: Number(place), totalPoints: Number(points) }
}

const isOfResult = ({ type }: NotificationReply): boolean => type === 'position' || type === 'correction'

/**
 * Compares the result notifications of a fan; `reported` newest first.
 * The newest one about the open competition has the fan's position and points, fans without a tip receive none, and
 * there are no more notifications than revisions. A fan who came late and has no points may have received none, because
 * no result moved them.
 */
export const compareResultNotifications = (
  where: string,
  reported: NotificationReply[],
  { entry, revisions, reasons }: { entry: ExpectedEntry | undefined; revisions: number; reasons: string[] },
): Difference[] => {
  const ofResults = reported.filter(isOfResult)
  const newest = ofResults.find(({ message }) => message.includes(board))
  const expectedRank = entry?.position == null ? null : { position: entry.position, totalPoints: entry.totalPoints }
  const isUnmoved = newest === undefined && entry?.totalPoints === 0
  const surplus = ofResults.length > revisions ? [`${ofResults.length} of ${revisions} revisions`] : []
  const unknownReasons = ofResults.flatMap(({ message }) =>
    message.includes(' Reason: ') && !reasons.some((reason) => message.includes(reason)) ? [message] : [],
  )
  return [
    ...differs(where, 'reasons of no revision', [], unknownReasons),
    ...(isUnmoved
      ? []
      : differs(where, 'rank in the latest notification', expectedRank, newest ? notifiedRank(newest.message) : null)),
    ...differs(where, 'more notifications than results', [], surplus),
  ]
}
