import { type Database, isConnectionFailure } from '@purple-sector/database'
import type { Logger } from '../logger.ts'
import type { Running } from '../platform.ts'
import { attempt, every } from './every.ts'

/** What is looked for again and again, and mostly in vain. */
export type Chore = {
  name: string
  /** A select, without bindings, that finds a row where there is something to do. */
  due: string
  /** Does what is due. Never twice at the same time in this process. */
  work(): Promise<void>
}

type Kept = Chore & { log: Logger; underWay?: Promise<void> | undefined }
type Round = { chores: Set<Kept>; looking: Running }

/** One for each pause. */
const rounds = new WeakMap<Database, Map<number, Round>>()

const begin = (chore: Kept): void => {
  chore.underWay = attempt(chore.log, chore.name, chore.work).finally(() => {
    chore.underWay = undefined
  })
}

/** Those for which there is something to do, asked in one statement. */
const askTogether = async (database: Database, chores: readonly Kept[]): Promise<Kept[]> => {
  const asked = chores.map(({ due }, place) => `exists (${due}) as "${place}"`).join(', ')
  try {
    const { rows } = await database.raw<{ rows: Record<string, boolean>[] }>(`select ${asked}`)
    return chores.filter((_, place) => rows[0]?.[place])
  } catch (error) {
    throw new Error(`asked for ${chores.map(({ name }) => name).join(', ')}`, { cause: error })
  }
}

/** Asks for one chore; a select that fails is logged under its name, and skips no other. */
const askAlone = async (database: Database, chore: Kept): Promise<Kept[]> => {
  try {
    return await askTogether(database, [chore])
  } catch (error) {
    if (isConnectionFailure(causeOf(error))) throw error
    chore.log.warn({ err: error }, `looking for ${chore.name} failed, trying again later`)
    return []
  }
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined)

/**
 * Those for which there is something to do. Asked together, because one statement for each would cost several times as
 * much; one by one where that fails, so that one select that fails stops no other chore. Rejects where the database is away.
 */
const findDue = async (database: Database, chores: readonly Kept[]): Promise<Kept[]> => {
  try {
    return await askTogether(database, chores)
  } catch (error) {
    if (chores.length === 1 || isConnectionFailure(causeOf(error))) throw error
  }
  const due: Kept[] = []
  for (const chore of chores) due.push(...(await askAlone(database, chore)))
  return due
}

const look = async (database: Database, chores: ReadonlySet<Kept>): Promise<void> => {
  // Those that are registered one after the other are asked for together from the first time on.
  await new Promise(setImmediate)
  const resting = [...chores].filter(({ underWay }) => underWay === undefined)
  if (resting.length === 0) return
  // Some may have been stopped meanwhile.
  for (const chore of await findDue(database, resting)) if (chores.has(chore)) begin(chore)
}

const startRound = (database: Database, log: Logger, pauseMs: number): Round => {
  const chores: Round['chores'] = new Set()
  return { chores, looking: every(pauseMs, log, 'looking for what is due', () => look(database, chores)) }
}

/**
 * Does a chore whenever something is due: looked for every `pauseMs` milliseconds, together with all that is looked for so
 * often in the same database, as soon as it is its turn where it is the first of them. Each works by itself, in a trace of
 * its own; a failure is logged, and the next look tries again. `stop` waits for the work under way.
 */
export const everyDue = (
  { database, log }: { database: Database; log: Logger },
  pauseMs: number,
  chore: Chore,
): Running => {
  const ofDatabase = rounds.get(database) ?? new Map<number, Round>()
  rounds.set(database, ofDatabase)
  const round = ofDatabase.get(pauseMs) ?? startRound(database, log, pauseMs)
  ofDatabase.set(pauseMs, round)
  const kept: Kept = { ...chore, log }
  round.chores.add(kept)
  return {
    async stop() {
      round.chores.delete(kept)
      if (round.chores.size === 0) {
        if (ofDatabase.get(pauseMs) === round) ofDatabase.delete(pauseMs)
        await round.looking.stop()
      }
      await kept.underWay
    },
  }
}
