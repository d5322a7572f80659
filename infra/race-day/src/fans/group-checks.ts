import { seenBy } from '../account/expected-group.ts'
import { finalAccount } from '../account/final-account.ts'
import { compareEntries } from '../comparison/compare-board.ts'
import { comparePicks, groupPicks, openPicks } from '../comparison/compare-group-tabs.ts'
import { viewGroups } from '../comparison/compare-groups.ts'
import type { Difference } from '../comparison/differences.ts'
import type { RaceControl } from '../race-control/race-control-log.ts'
import { pause } from './http-client.ts'

/** Checks every group's board after each result. */
type GroupWatch = {
  /**
   * Starts a check after a published result.
   * Play continues meanwhile; a check that the next result overtakes reports nothing.
   */
  look(): void
  /** Resolves when the last check is over. */
  ended(): Promise<void>
}

const again = 300

export const groupWatch = (
  control: Omit<RaceControl, 'watch'>,
  isKnown: (difference: Difference) => boolean,
): GroupWatch => {
  const { log, groups, waitForMs, signal } = control
  let looks = 0
  let going: Promise<void> = Promise.resolve()

  const settled = async (look: number): Promise<void> => {
    const end = Date.now() + waitForMs
    while (look === looks && !signal.aborted) {
      const published = log.revisions.length
      const differences = await lookAtGroups(control, look).catch((error: unknown): Difference[] => [
        { where: 'groups', what: 'boards', expected: 'readable', actual: String(error) },
      ])
      if (differences.length === 0 || published !== log.revisions.length) return
      if (Date.now() > end || differences.every(isKnown)) {
        log.differences.push(...differences)
        return
      }
      await pause(again, signal)
    }
  }

  return {
    look() {
      if (groups.length === 0) return
      const look = ++looks
      going = going.then(() => settled(look))
    },
    ended: () => going,
  }
}

/**
 * Compares every group's board as its admin reads it.
 * Also compares the picks of one group, a different one each time, and those of all fans.
 */
const lookAtGroups = async (control: Omit<RaceControl, 'watch'>, look: number): Promise<Difference[]> => {
  const { api, admin, fans, programme } = control
  const races = await api.races(admin.cookie, programme.weekendId)
  const account = finalAccount({ ...control, races })
  const views = await viewGroups(api, programme.weekendId, account, { hasArrows: false })
  const inWords = (name: string) => `after a result, ${name}`
  const boards = views.flatMap(({ played, group, board, shown }) => {
    const { name } = played.plan.recorded
    return compareEntries(inWords(`group ${name}`), seenBy(group, board, group.founderId), shown.entries)
  })
  const view = views[look % Math.max(1, views.length)]
  const reader = fans[look % fans.length]
  if (!view || !reader) return boards
  const { founder, id } = view.played
  const asked = Date.now()
  const inGroup = await api.groups.picks(founder.account.cookie, id)
  const inAll = await api.groups.openPicks(reader.account.cookie, programme.weekendId)
  const now = { programme, asked, answered: Date.now() }
  return [
    ...boards,
    ...comparePicks(inWords(`picks of ${view.played.plan.recorded.name}`), now, {
      ...{ expected: groupPicks(view.group, account.expectedRaces, founder.account.user.id), reported: inGroup },
      reader: founder.account.user.id,
    }),
    ...comparePicks(inWords('picks of all fans'), now, {
      ...{ expected: openPicks(account), reported: inAll },
      reader: reader.account.user.id,
    }),
  ]
}
