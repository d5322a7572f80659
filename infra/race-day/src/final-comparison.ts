import { closestArrows, openArrows } from './account/expected-arrows.ts'
import { type FinalAccount, finalAccount } from './account/final-account.ts'
import { compareBoard, compareOwnRow, readBoard } from './comparison/compare-board.ts'
import { compareCrowd, rejectedActivity } from './comparison/compare-crowd.ts'
import { compareFans } from './comparison/compare-fans.ts'
import { compareGroupTabs, comparePicks, openPicks } from './comparison/compare-group-tabs.ts'
import {
  compareGroupBoards,
  compareHiddenGroups,
  compareMembers,
  type GroupView,
  viewGroups,
} from './comparison/compare-groups.ts'
import { type ComparedReminders, compareReminders } from './comparison/compare-reminders.ts'
import { compareMessages, compareSockets, type FollowedFan } from './comparison/compare-sockets.ts'
import { type Difference, differs } from './comparison/differences.ts'
import type { CrowdLog } from './fans/crowd-player.ts'
import type { Fan } from './fans/fan-player.ts'
import type { PlayedGroup } from './fans/played-group.ts'
import type { Account, ProductApi } from './fans/product-api.ts'
import type { RaceControlLog } from './race-control/race-control-log.ts'
import type { Programme } from './race-control/set-up-weekend.ts'
import type { CarDetails } from './recording/entries.ts'
import type { Recording } from './recording/recording.ts'
import type { WaitUntilEqual } from './wait-until-equal.ts'

type Comparison = {
  api: ProductApi
  admin: Account
  recording: Recording
  programme: Programme
  log: RaceControlLog
  crowd: CrowdLog
  hasCrowd: boolean
  fans: Fan[]
  groups: PlayedGroup[]
  followed: FollowedFan[]
  waitForMs: number
  waitUntilEqual: WaitUntilEqual
}

/** Waits until races, boards and sockets match the account, then compares what each fan receives. */
export const compareAtTheEnd = async (
  played: Comparison,
): Promise<{ account: FinalAccount; reminders: ComparedReminders['counts'] | null; differences: Difference[] }> => {
  const { api, admin, programme, log, fans, followed, waitForMs, waitUntilEqual } = played
  const { weekendId } = programme
  let account: FinalAccount | undefined
  let views: GroupView[] = []
  const shared = await waitUntilEqual(async () => {
    const races = await api.races(admin.cookie, weekendId)
    account = finalAccount({ ...played, races })
    const board = await readBoard(api, admin.cookie, { weekendId })
    views = await viewGroups(api, weekendId, account)
    const arrows = closestArrows(openArrows({ ...account, races: account.expectedRaces }), board.entries)
    return [
      ...account.differences,
      ...compareBoard(account.board, board, arrows),
      ...compareSockets(followed, account.board, board, arrows),
      ...compareMessages(followed, log.expectedMessages, programme.races),
      ...(await compareGroupBoards(api, weekendId, views)),
    ]
  }, waitForMs)
  if (!account) throw new Error('the account was never made')
  const end = account
  const own = await waitUntilEqual(() => compareFans(played, end, views), Math.min(waitForMs, 10_000))
  const groups = await waitUntilEqual(
    async () => [
      ...(await compareMembers(api, end.groups)),
      ...(await compareHiddenGroups(api, weekendId, end)),
      ...(await compareGroupTabs(played, views, end.expectedRaces)),
      ...(await compareOpenPicks(played, end)),
    ],
    Math.min(waitForMs, 10_000),
  )
  // Final achievements are granted once activity has stopped, to one fan after the other.
  const crowd = await waitUntilEqual(() => compareCrowd(played, end), waitForMs)
  const reminders = played.hasCrowd ? await compareReminders(played, end) : null
  const last = fans.find((fan) => fan.account.user.id === end.board.at(-1)?.userId)
  const ownRow = last ? await compareOwnRow(api, last.account.cookie, weekendId, end.board, last.account.user.id) : []
  const results = await compareResults(played)
  return {
    account: end,
    reminders: reminders?.counts ?? null,
    differences: [
      ...[log.differences, shared, own, groups, rejectedActivity(played.crowd), crowd].flat(),
      ...[reminders?.differences ?? [], ownRow, results].flat(),
    ],
  }
}

/** Compares the distribution of all fans' picks, published once the last race of a category has locked. */
const compareOpenPicks = async ({ api, programme, fans }: Comparison, account: FinalAccount): Promise<Difference[]> => {
  const reader = fans[0]?.account
  if (!reader) return []
  const requestedAt = Date.now()
  const reported = await api.groups.openPicks(reader.cookie, programme.weekendId)
  const now = { programme, requestedAt, receivedAt: Date.now() }
  return comparePicks('picks of all fans', now, { expected: openPicks(account), reported, reader: reader.user.id })
}

/** Checks that a fan can read each result in force, with its reason and the car names at publication. */
const compareResults = async ({ api, programme, log, fans, admin }: Comparison): Promise<Difference[]> => {
  const reader = fans[0]?.account ?? admin
  const found = [...log.results].map(async ([race, { revision, body }]) => {
    const result = await api.result(reader.cookie, programme.races.get(race) ?? 0)
    const where = `result of ${race}`
    const cars = (rows: { carId: number }[]) => rows.map((row) => row.carId)
    return [
      ...differs(where, 'revision', revision, result.revision),
      ...differs(where, 'status', body.status, result.status),
      ...differs(where, 'reason', body.reason ?? null, result.reason),
      ...differs(where, 'cars', cars(body.classification), cars(result.classification)),
      ...result.classification.flatMap(({ carId, car }) => {
        const then = log.names.get(race)?.get(carId)
        return differs(where, `car id ${carId}`, then && nameOf(then), nameOf({ ...car, number: car.plate }))
      }),
    ]
  })
  return (await Promise.all(found)).flat()
}

const nameOf = ({ number, driver, team }: Pick<CarDetails, 'number' | 'driver' | 'team'>) =>
  `#${number} ${driver}, ${team}`
