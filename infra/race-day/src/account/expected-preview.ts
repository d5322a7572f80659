import type { ClassifiedRow } from '@purple-sector/testing/oracle/scoring'
import { compareEntries, compareTies } from '../comparison/compare-board.ts'
import { type Difference, differs } from '../comparison/differences.ts'
import type { EntryReply, PreviewReply, UserReply } from '../fans/replies.ts'
import { type Arrows, arrowsBetween, changedFans, closestArrows, isChanged, openArrows } from './expected-arrows.ts'
import { type ExpectedEntry, type ExpectedRace, expectedBoard } from './expected-board.ts'
import { type ExpectedGroup, groupAwards, groupLedger } from './expected-group.ts'
import type { FinalAccount } from './final-account.ts'

const topRows = 10
const maxMovers = 20

/** The expected preview of a result: the board now, and the board with `classification`. */
export type ExpectedPreview = {
  raceId: number
  revision: number
  isOpen: boolean
  before: ExpectedEntry[]
  after: ExpectedEntry[]
  /** Alternatives: the board may have come about in several ways. */
  arrowsBefore: Arrows[]
  groups: GroupChanges
}

/** Groups whose board gets a new version, and fans whose points change there: surely, and at most. */
type GroupChanges = { boards: { sure: number; most: number }; users: { sure: Set<string>; most: Set<string> } }

type PreviewRequest = { raceId: number; revision: number; isOpen: boolean; classification: ClassifiedRow[] | null }

export const expectedPreview = (
  account: FinalAccount,
  { classification, ...request }: PreviewRequest,
): ExpectedPreview => {
  const races = account.expectedRaces.map((race) =>
    race.raceId === request.raceId ? { ...race, classification } : race,
  )
  return {
    ...request,
    before: account.board,
    after: expectedBoard(races, account.fans),
    arrowsBefore: openArrows({ ...account, races: account.expectedRaces }),
    groups: groupChanges(account, races),
  }
}

const groupChanges = ({ groups, expectedRaces }: FinalAccount, after: ExpectedRace[]): GroupChanges => {
  const changes: GroupChanges = { boards: { sure: 0, most: 0 }, users: { sure: new Set(), most: new Set() } }
  for (const { played, group, alternatives } of groups) {
    if (played.deleted) continue
    const candidates = [group, ...alternatives].map((candidate) => ({
      isMoved: groupLedger(candidate, expectedRaces) !== groupLedger(candidate, after),
      users: changedPeople(candidate, expectedRaces, after),
    }))
    if (candidates.every(({ isMoved }) => isMoved)) changes.boards.sure += 1
    if (candidates.some(({ isMoved }) => isMoved)) changes.boards.most += 1
    for (const userId of candidates.flatMap(({ users }) => users)) {
      changes.users.most.add(userId)
      if (candidates.every(({ users }) => users.includes(userId))) changes.users.sure.add(userId)
    }
  }
  return changes
}

const changedPeople = (group: ExpectedGroup, before: ExpectedRace[], after: ExpectedRace[]): string[] => {
  const [earlier, now] = [before, after].map((races) => groupAwards(group, races))
  const missingIn = (awards: typeof now = [], others: typeof now = []) => {
    const user = new Set(others.map(({ award }) => award))
    return awards.flatMap(({ userId, award }) => (user.has(award) ? [] : [userId]))
  }
  return [...missingIn(earlier, now), ...missingIn(now, earlier)]
}

/** Compares a number with an inclusive range. */
const between = (where: string, what: string, least: number, most: number, actual: number): Difference[] =>
  least <= actual && actual <= most ? [] : differs(where, what, least === most ? least : `${least} to ${most}`, actual)

/** Compares every field of a preview with the player's own boards; `people` by user id. */
export const comparePreview = (
  where: string,
  expected: ExpectedPreview,
  preview: PreviewReply,
  users: Map<string, UserReply>,
): Difference[] => {
  const { before, after, isOpen } = expected
  const changed = changedFans(before, after)
  const positions = new Map(before.map((row) => [row.userId, row.position]))
  const moved = after.filter((row) => row.position !== positions.get(row.userId)).length
  const at = `preview of ${where}`
  const { boards, users: members } = expected.groups
  const open = isChanged(before, after) ? 1 : 0
  const countWith = (others: Set<string>) => new Set([...changed, ...others]).size
  return [
    ...differs(at, 'raceId', expected.raceId, preview.raceId),
    ...differs(at, 'revision', expected.revision, preview.revision),
    ...differs(at, 'open', isOpen, preview.open),
    ...between(at, 'scopes', open + boards.sure, open + boards.most, preview.scopes),
    ...between(
      at,
      'participantsChanged',
      countWith(members.sure),
      countWith(members.most),
      preview.participantsChanged,
    ),
    ...differs(at, 'positionsMoved', moved, preview.positionsMoved),
    ...(isOpen ? differs(at, 'top', null, preview.top) : compareTop(at, expected, preview, users)),
    ...compareMovers(at, expected, isOpen ? [] : changed, preview.movers, users),
  ]
}

const compareTop = (
  where: string,
  { before, after, arrowsBefore }: ExpectedPreview,
  { top }: PreviewReply,
  users: Map<string, UserReply>,
): Difference[] => {
  if (!top) return differs(where, 'top', 'the boards before and after', null)
  const unchangedArrows = closestArrows(arrowsBefore, top.before)
  // Arrows show the last change of the board: a revision that changes nothing on it leaves them alone.
  const moved: Arrows = new Map([...arrowsBetween(before, after)].map(([userId, arrow]) => [userId, [arrow]]))
  const arrowsAfter = isChanged(before, after) ? moved : unchangedArrows
  const compared = (name: string, board: ExpectedEntry[], displayed: EntryReply[], arrows: Arrows) => [
    ...compareEntries(`${where}, ${name}`, board.slice(0, topRows), displayed, arrows),
    ...compareTies(`${where}, ${name}`, board, displayed),
    ...displayed.flatMap((entry) => compareNames(`${where}, ${name}`, entry, users)),
  ]
  return [
    ...compared('before', before, top.before, unchangedArrows),
    ...compared('after', after, top.after, arrowsAfter),
  ]
}

const compareNames = (where: string, entry: EntryReply, users: Map<string, UserReply>): Difference[] => {
  const user = users.get(entry.userId)
  if (!user) return differs(where, 'fan', 'a fan of this run', entry.userId)
  return (['username', 'firstName', 'lastName', 'profileImageUrl', 'avatarConfig'] as const).flatMap((field) =>
    differs(`${where}, ${entry.userId}`, field, user[field], entry[field]),
  )
}

type Mover = PreviewReply['movers'][number]

/** Compares the fans whose points change, furthest moved first; of equal distances any may be listed. */
const compareMovers = (
  where: string,
  { before, after }: ExpectedPreview,
  changed: string[],
  displayed: Mover[],
  users: Map<string, UserReply>,
): Difference[] => {
  const [earlier, now] = [before, after].map((board) => new Map(board.map((row) => [row.userId, row])))
  const expected = changed.map((userId): Mover => {
    const place = (row: ExpectedEntry | undefined) => ({
      position: row?.position ?? null,
      points: row?.totalPoints ?? 0,
    })
    const username = users.get(userId)?.username ?? null
    return { userId, username, before: place(earlier?.get(userId)), after: place(now?.get(userId)) }
  })
  const distance = (mover: Mover) => Math.abs((mover.before.position ?? 0) - (mover.after.position ?? 0))
  const distances = expected.map(distance).toSorted((a, b) => b - a)
  return [
    ...differs(where, 'how far the movers move', distances.slice(0, maxMovers), displayed.map(distance)),
    ...differs(where, 'movers', displayed.length, new Set(displayed.map(({ userId }) => userId)).size),
    ...displayed.flatMap((mover) => {
      const expectedMover = expected.find(({ userId }) => userId === mover.userId)
      return differs(where, `mover ${mover.username ?? mover.userId}`, expectedMover ?? 'no mover', mover)
    }),
  ]
}
