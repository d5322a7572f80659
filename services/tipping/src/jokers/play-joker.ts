import type { PlayJokerBody } from '@purple-sector/contracts/tipping/seasons'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { seasonNotFound } from '../seasons/season-not-found.ts'
import { decideJoker, decideTakeBack, type JokerContext, type JokerMove } from './joker.ts'
import { jokerRepository } from './joker-repository.ts'

type Decide = (context: JokerContext) => JokerMove

const moveJoker = (
  database: Database,
  request: { seasonId: number; userId: string; weekendIds: readonly number[] },
  decide: Decide,
): Promise<void> =>
  database.transaction(async (sql) => {
    const jokers = jokerRepository(sql)
    const context = await jokers.selectContextForUpdate(request)
    if (!context) throw seasonNotFound()
    await jokers.save(request, decide(context), context.now)
  })

/**
 * Plays a joker of the caller in a round, or moves the one of another round there (docs/rules.md, Seasons). The clock is
 * the database's, read once after the locks are acquired. Again, it changes nothing.
 *
 * A joker changes no points before it locks, so no leaderboard has to be computed again.
 */
export const playJoker =
  ({ database }: { database: Database }) =>
  ({ userId }: Caller, seasonId: number, body: PlayJokerBody): Promise<void> => {
    const weekendIds = [body.weekendId, ...(body.insteadOf === undefined ? [] : [body.insteadOf])]
    return moveJoker(database, { seasonId, userId, weekendIds }, (context) => decideJoker(context, body))
  }

/** Takes back a joker of the caller that has not locked; without one, it changes nothing. */
export const takeBackJoker =
  ({ database }: { database: Database }) =>
  ({ userId }: Caller, seasonId: number, weekendId: number): Promise<void> =>
    moveJoker(database, { seasonId, userId, weekendIds: [weekendId] }, (context) => decideTakeBack(context, weekendId))
