import { boardSeenBy } from '../account/expected-group.ts'
import { finalAccount } from '../account/final-account.ts'
import { compareEntries } from '../comparison/compare-board.ts'
import { comparePicks, groupPicks, openPicks } from '../comparison/compare-group-tabs.ts'
import { viewGroups } from '../comparison/compare-groups.ts'
import type { Difference } from '../comparison/differences.ts'
import type { RaceControl } from '../race-control/race-control-log.ts'
import { pause } from './http-client.ts'

/** Checks every group's board after each result. */
type GroupChecks = {
  /**
   * Starts a check after a published result.
   * Play continues meanwhile; a check that the next result overtakes reports nothing.
   */
  check(): void
  /** Resolves when the last check is over. */
  waitUntilDone(): Promise<void>
}

const CHECK_INTERVAL_MS = 300

export const createGroupChecks = (
  control: Omit<RaceControl, 'groupChecks'>,
  isKnown: (difference: Difference) => boolean,
): GroupChecks => {
  const { log, groups, waitForMs, signal } = control
  let latestCheck = 0
  let running: Promise<void> = Promise.resolve()

  const checkUntilEqual = async (checkNumber: number): Promise<void> => {
    const end = Date.now() + waitForMs
    while (checkNumber === latestCheck && !signal.aborted) {
      const published = log.revisions.length
      const differences = await compareGroups(control, checkNumber).catch((error: unknown): Difference[] => [
        { where: 'groups', what: 'boards', expected: 'readable', actual: String(error) },
      ])
      if (differences.length === 0 || published !== log.revisions.length) return
      if (Date.now() > end || differences.every(isKnown)) {
        log.differences.push(...differences)
        return
      }
      await pause(CHECK_INTERVAL_MS, signal)
    }
  }

  return {
    check() {
      if (groups.length === 0) return
      const checkNumber = ++latestCheck
      running = running.then(() => checkUntilEqual(checkNumber))
    },
    waitUntilDone: () => running,
  }
}

/**
 * Compares every group's board as its admin reads it.
 * Also compares the picks of one group, a different one each time, and those of all fans.
 */
const compareGroups = async (control: Omit<RaceControl, 'groupChecks'>, checkNumber: number): Promise<Difference[]> => {
  const { api, admin, fans, programme } = control
  const races = await api.races(admin.cookie, programme.weekendId)
  const account = finalAccount({ ...control, races })
  const views = await viewGroups(api, programme.weekendId, account, { hasArrows: false })
  const inWords = (name: string) => `after a result, ${name}`
  const boards = views.flatMap(({ played, group, board, adminBoard }) => {
    const { name } = played.plan.recorded
    return compareEntries(inWords(`group ${name}`), boardSeenBy(group, board, group.founderId), adminBoard.entries)
  })
  const view = views[checkNumber % Math.max(1, views.length)]
  const reader = fans[checkNumber % fans.length]
  if (!view || !reader) return boards
  const { founder, id } = view.played
  const requestedAt = Date.now()
  const groupPicksReply = await api.groups.picks(founder.account.cookie, id)
  const openPicksReply = await api.groups.openPicks(reader.account.cookie, programme.weekendId)
  const now = { programme, requestedAt, receivedAt: Date.now() }
  return [
    ...boards,
    ...comparePicks(inWords(`picks of ${view.played.plan.recorded.name}`), now, {
      ...{
        expected: groupPicks(view.group, account.expectedRaces, founder.account.user.id),
        reported: groupPicksReply,
      },
      reader: founder.account.user.id,
    }),
    ...comparePicks(inWords('picks of all fans'), now, {
      ...{ expected: openPicks(account), reported: openPicksReply },
      reader: reader.account.user.id,
    }),
  ]
}
