import type { Category } from '@purple-sector/contracts/categories'
import type { Tip } from '@purple-sector/contracts/tipping/http'
import { isLocked } from '../locks/session-lock.ts'
import type { CountingSession } from './tip.ts'
import type { TipSession } from './tip-sessions.ts'

/** A tip with its sessions, as the database knows it at the moment `now`. */
export type KnownTip = {
  id: number
  weekendId: number
  category: Category
  carId: number
  groupId: number | null
  submittedAt: Date
  car: Tip['car']
  sessions: TipSession[]
  now: Date
}

const instant = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** A tip as its fan sees it (docs/contract.md, Tips and boards). */
export const tipView = ({ sessions: known, now, submittedAt, ...tip }: KnownTip): Tip => {
  const sessions = known.map((session) => ({
    raceId: session.raceId,
    name: session.name,
    deadline: instant(session.locksAt),
    locked: isLocked(session, now),
    carId: session.carInForce,
    points: session.isScored ? (session.points ?? 0) : null,
  }))
  const open = sessions.find(({ locked }) => !locked)
  return {
    ...tip,
    tipSource: tip.groupId === null ? 'sector' : 'group',
    points: sessions.reduce((sum, { points }) => sum + (points ?? 0), 0),
    submittedAt: submittedAt.toISOString(),
    countsFrom: open ? { raceId: open.raceId, name: open.name, deadline: open.deadline } : null,
    sessions,
  }
}

/** The sessions of a first tip: what had locked before goes without it, what is open will be scored with it. */
export const sessionsOfFirstTip = (sessions: CountingSession[], carId: number, now: Date): TipSession[] =>
  sessions.map((session) => ({ ...session, carInForce: isLocked(session, now) ? null : carId, points: null }))
