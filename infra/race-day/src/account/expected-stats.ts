import { type ExpectedFan, type ExpectedRace, earned } from './expected-board.ts'

export type ExpectedStats = { successRate: number; recentForms: number[][] }

/**
 * Computes a fan's success rate and recent form; `races` in the order of their first result.
 * Success rate: percentage of the fan's scored race tips that earned points, one decimal. Recent form: points of the
 * last five scored races, newest last; "newest" may mean the last to lock or the last to get a result, so either order
 * is right.
 */
export const expectedStats = (fan: ExpectedFan, races: ExpectedRace[]): ExpectedStats => {
  const form = (ordered: ExpectedRace[]) => ordered.flatMap((race) => earned(fan, race)?.points ?? []).slice(-5)
  const byLock = [...races].sort(
    (a, b) => (a.deadline ?? Number.POSITIVE_INFINITY) - (b.deadline ?? Number.POSITIVE_INFINITY),
  )
  const all = races.flatMap((race) => earned(fan, race)?.points ?? [])
  const hits = all.filter((points) => points > 0).length
  const successRate = all.length === 0 ? 0 : Math.round((hits / all.length) * 1000) / 10
  return { successRate, recentForms: [form(races), form(byLock)] }
}
