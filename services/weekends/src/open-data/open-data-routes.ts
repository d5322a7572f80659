import { OPEN_DATA_AGE_S, type OpenWeekend } from '@purple-sector/contracts/weekends/open-data'
import { isOpenToAll } from '@purple-sector/contracts/weekends/open-to-all'
import { weekendsRoutes } from '@purple-sector/contracts/weekends/routes'
import type { Database } from '@purple-sector/database'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import { seasonNotFound } from '../seasons/season.ts'
import { seasonRepository } from '../seasons/season-repository.ts'
import type { StoredWeekend } from '../weekends/weekend.ts'
import { weekendRepository } from '../weekends/weekend-repository.ts'
import { calendarFile, seasonCalendarFile } from './calendar-file.ts'
import { readCalendar, readSeasonCalendar } from './read-calendar.ts'

const CACHE_CONTROL = `public, max-age=${OPEN_DATA_AGE_S}`

const openWeekend = ({ id, name, description, venue, startDate, endDate, timeZone, status }: StoredWeekend) => {
  const basePath = `/api/open/weekends/${id}`
  const links: OpenWeekend['links'] = {
    leaderboard: `${basePath}/leaderboard.json`,
    leaderboardCsv: `${basePath}/leaderboard.csv`,
    results: `${basePath}/results.json`,
    resultsCsv: `${basePath}/results.csv`,
    sessions: `${basePath}/sessions.ics`,
  }
  return { id, name, description, venue, startDate, endDate, timeZone, status, links }
}

/** Routes of weekends that need no session (docs/rules.md, Open data). */
export const openDataRoutes = (dependencies: { database: Database; publicUrl: string }) => async (app: App) => {
  const { database, publicUrl } = dependencies
  registerRoute(app, weekendsRoutes.listOpenWeekends, async (_request, reply) => {
    const weekends = await weekendRepository(database).list()
    return reply.header('cache-control', CACHE_CONTROL).send(weekends.filter(isOpenToAll).map(openWeekend))
  })

  registerRoute(app, weekendsRoutes.readCalendar, async ({ params }, reply) => {
    const weekend = await weekendRepository(database).find(params.id)
    if (!weekend || !isOpenToAll(weekend)) throw notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')
    const entries = await readCalendar(database, weekend)
    return reply
      .header('cache-control', CACHE_CONTROL)
      .header('content-disposition', `inline; filename="sessions-${weekend.id}.ics"`)
      .type('text/calendar; charset=utf-8')
      .send(calendarFile(weekend, entries, publicUrl))
  })
  registerRoute(app, weekendsRoutes.readSeasonCalendar, async ({ params }, reply) => {
    const season = await seasonRepository(database).find(params.id)
    const entries = season ? await readSeasonCalendar(database, season.id) : []
    if (!season || entries.length === 0) throw seasonNotFound()
    return reply
      .header('cache-control', CACHE_CONTROL)
      .header('content-disposition', `inline; filename="season-${season.id}.ics"`)
      .type('text/calendar; charset=utf-8')
      .send(seasonCalendarFile(season.name, entries, publicUrl))
  })
}
