import type { FrameOf } from '@purple-sector/contracts/realtime'
import type { MyStats } from '@purple-sector/contracts/tipping/http'
import { groupScopesKey } from '@purple-sector/contracts/tipping/scope'
import type { QueryClient } from '@tanstack/react-query'
import { afterReply, refetchSoon } from '../../../client/realtime/cache-updates.ts'
import {
  type BoardEntry,
  type BoardPage,
  LEADERBOARD_ROOT,
  leaderboardKey,
  leaderboardRowsKey,
  myStatsKey,
  PAGE_SIZE,
  type PageOf,
} from './leaderboard-keys.ts'

type WeekendUpdate = FrameOf<'leaderboard_update'>['data']
type SeasonUpdate = FrameOf<'season_leaderboard'>['data']
/** What a frame says of a leaderboard's first rows. */
type Update<Row> = { version: number; entries: Row[]; total: number }
type OwnPosition = FrameOf<'my_standing'>['data']
type OwnSeasonPosition = FrameOf<'my_season'>['data']
/** What a row says of ties. */
type Tied = { tieBreak: string | null }
type ProjectedUpdate = FrameOf<'projected_leaderboard'>['data']

/** Spreads the refetches of rows beyond a projected frame over this time, in ms. */
const PROJECTED_JITTER_MS = 1_500

/** Returns the own entry beside a page; null once it is among the rows of a frame. */
const ownBeside = <Row extends { userId: string }>(
  ownEntry: Row | null | undefined,
  frameEntries: ReadonlySet<string>,
): Row | null => (ownEntry && !frameEntries.has(ownEntry.userId) ? ownEntry : null)

/** Applies a frame to the first page: replaces its first rows and keeps the rest. Ignores an older version. */
export const patchBoard = <Row extends BoardEntry>(
  board: BoardPage<Row>,
  { version, entries, total }: Update<Row>,
): BoardPage<Row> => {
  if (version <= board.version) return board
  const frameEntries = new Set(entries.map(({ userId }) => userId))
  const rest = board.entries.filter(({ userId }) => !frameEntries.has(userId))
  return {
    version,
    total,
    entries: [...entries, ...rest].slice(0, Math.min(PAGE_SIZE, total)),
    ownEntry: ownBeside(board.ownEntry, frameEntries),
  }
}

/**
 * Applies a frame to the fan's own entry beside a page. Ignores a frame that is older than the page, or that hides
 * points the fan has seen.
 */
export const patchOwn = <Row extends BoardEntry & Tied>(
  page: BoardPage<Row>,
  { version, position, shared, totalPoints, positionChange }: Omit<OwnPosition, 'weekendId' | 'groupId'>,
): BoardPage<Row> =>
  page.ownEntry && version >= page.version && (totalPoints !== null || page.ownEntry.totalPoints === null)
    ? {
        ...page,
        ownEntry: { ...page.ownEntry, position, tieBreak: shared ? 'shared' : null, totalPoints, positionChange },
      }
    : page

/**
 * Whether a frame has less detail than the cached rows: frames hide the points of pending members from all users,
 * replies not from the members themselves and the admin (docs/rules.md, Scoring). Rows hidden by a reply stay hidden.
 */
export const hasLessDetail = (cachedEntries: readonly BoardEntry[], frameEntries: readonly BoardEntry[]): boolean => {
  const hidden = new Set(cachedEntries.filter(({ totalPoints }) => totalPoints === null).map(({ userId }) => userId))
  return frameEntries.some(({ userId, totalPoints }) => totalPoints === null && !hidden.has(userId))
}

/** Marks pages of the frame's version as fresh, so that they are not refetched after a reconnect. */
const confirmPages = (client: QueryClient, update: WeekendUpdate | SeasonUpdate): void => {
  client.setQueriesData<BoardPage>({ queryKey: leaderboardKey(update, 'official') }, (page) =>
    page && page.version >= update.version ? page : undefined,
  )
}

/** Applies a frame and refetches rows beyond it: visible pages only, spread over half a second. */
const applyUpdate = <Row extends BoardEntry>(
  client: QueryClient,
  update: (WeekendUpdate | SeasonUpdate) & Update<Row>,
): void => {
  const queryKey = leaderboardKey(update, 'official', 0)
  const cached = client.getQueryData<BoardPage<Row>>(queryKey)
  if (!cached) {
    afterReply(client, queryKey, () => applyUpdate(client, update))
    return
  }
  confirmPages(client, update)
  if (update.version > cached.version && hasLessDetail(cached.entries, update.entries)) {
    refetchSoon(client, leaderboardKey(update, 'official'))
    return
  }
  const patched = patchBoard<Row>(cached, update)
  if (patched === cached) return
  client.setQueryData(queryKey, patched)
  if (update.total > update.entries.length) refetchSoon(client, leaderboardKey(update, 'official'))
}

/** Applies the first rows of a weekend's leaderboard. */
export const applyBoard = (client: QueryClient, update: WeekendUpdate): void =>
  applyUpdate<WeekendUpdate['entries'][number]>(client, update)

type SeasonRow = SeasonUpdate['entries'][number]

/** Applies a frame to the rows that were read by themselves. Refetches those whose points it does not have. */
const applyToRows = (client: QueryClient, update: SeasonUpdate): void => {
  const { version, total } = update
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: leaderboardRowsKey(update) })) {
    const page = client.getQueryData<BoardPage<SeasonRow>>(queryKey)
    // The reply in flight may be of the version before.
    if (state.fetchStatus === 'fetching') afterReply(client, queryKey, () => applyToRows(client, update))
    else if (page && page.version < version) {
      const entry = update.entries[Number(queryKey.at(-1))]
      if (entry && entry.totalPoints !== null)
        client.setQueryData<BoardPage<SeasonRow>>(queryKey, { version, total, entries: [entry], ownEntry: null })
      else refetchSoon(client, queryKey)
    }
  }
}

/** Applies the first rows of a season's leaderboard. */
export const applySeasonBoard = (client: QueryClient, update: SeasonUpdate): void => {
  applyUpdate<SeasonRow>(client, update)
  applyToRows(client, update)
}

/** Applies the fan's own place to the pages of a season's leaderboard. */
export const applyOwnSeasonPosition = (client: QueryClient, update: OwnSeasonPosition): void =>
  void client.setQueriesData<BoardPage<SeasonRow>>(
    { queryKey: leaderboardKey(update, 'official') },
    (page) => page && patchOwn(page, update),
  )

/** Applies the fan's own place to their boards and figures. */
export const applyOwnPosition = (client: QueryClient, ownUpdate: OwnPosition): void => {
  client.setQueriesData<BoardPage>(
    { queryKey: leaderboardKey(ownUpdate, 'official') },
    (page) => page && patchOwn(page, ownUpdate),
  )
  if (ownUpdate.groupId !== null) return
  const queryKey = myStatsKey(ownUpdate.weekendId)
  const cached = client.getQueryData<MyStats>(queryKey)
  const { position, totalPoints } = ownUpdate
  if (!cached) {
    afterReply(client, queryKey, () => applyOwnPosition(client, ownUpdate))
    return
  }
  // Null while not participating or hidden: the cached value stays.
  const points = totalPoints ?? cached.totalPoints
  if (cached.position === position && cached.totalPoints === points) return
  client.setQueryData<MyStats>(queryKey, { ...cached, position, totalPoints: points })
  void client.invalidateQueries({ queryKey })
}

/** Applies a projected leaderboard, which has no version: the newest frame wins. */
export const applyProjected = (client: QueryClient, { raceId, entries, total, ...scope }: ProjectedUpdate): void => {
  const queryKey = leaderboardKey(scope, 'projected', 0)
  if (raceId === null) {
    client.setQueryData<PageOf['projected']>(queryKey, null)
    return
  }
  const cached = client.getQueryData<PageOf['projected']>(queryKey)
  const ownEntry = ownBeside(cached?.ownEntry, new Set(entries.map(({ userId }) => userId)))
  const page: PageOf['projected'] = { raceId, entries, total, ownEntry }
  client.setQueryData(queryKey, page)
  if (total > entries.length) refetchSoon(client, queryKey, 100 + Math.random() * PROJECTED_JITTER_MS)
}

/** Removes the leaderboards of a group that the fan is no longer in; those on screen stay until they close. */
export const removeLeaderboards = (client: QueryClient, groupId: number): void =>
  client.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey: [root, scope] }) =>
      root === LEADERBOARD_ROOT && String(scope).startsWith(groupScopesKey(groupId)),
  })
