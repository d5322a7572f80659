import { type ExpectedFan, type ExpectedSession, earned } from './expected-board.ts'

export type ExpectedStats = { successRate: number; recentForms: number[][] }

/**
 * Success rate: percent of the fan's scored session tips that earned points, one decimal. Recent form: points of the
 * last five scored sessions, newest last; "newest" may be read as the last to lock or the last to get a result, so
 * either order is right. `sessions` come in the order of their first result.
 */
export const expectedStats = (fan: ExpectedFan, sessions: ExpectedSession[]): ExpectedStats => {
  const form = (ordered: ExpectedSession[]) =>
    ordered.flatMap((session) => earned(fan, session)?.points ?? []).slice(-5)
  const byLock = [...sessions].sort(
    (a, b) => (a.deadline ?? Number.POSITIVE_INFINITY) - (b.deadline ?? Number.POSITIVE_INFINITY),
  )
  const all = sessions.flatMap((session) => earned(fan, session)?.points ?? [])
  const hits = all.filter((points) => points > 0).length
  const successRate = all.length === 0 ? 0 : Math.round((hits / all.length) * 1000) / 10
  return { successRate, recentForms: [form(sessions), form(byLock)] }
}
