import { z } from 'zod'
import { weekendSchema } from './http.ts'

/** How long browsers and shared caches may cache open data, in seconds. */
export const OPEN_DATA_AGE_S = 5

export const openWeekendSchema = weekendSchema
  .pick({
    id: true,
    name: true,
    description: true,
    venue: true,
    startDate: true,
    endDate: true,
    timeZone: true,
    status: true,
  })
  .extend({
    /** Paths of its other open data. */
    links: z.object({
      leaderboard: z.string(),
      leaderboardCsv: z.string(),
      results: z.string(),
      resultsCsv: z.string(),
      sessions: z.string(),
    }),
  })
  .meta({
    id: 'OpenWeekend',
    description: '`links` are paths of its leaderboard, results and sessions.',
    example: {
      id: 3,
      name: 'Adelaide Grand Final',
      description: '',
      venue: 'Adelaide Parklands',
      startDate: '2026-11-26',
      endDate: '2026-11-29',
      timeZone: 'Australia/Adelaide',
      status: 'live',
      links: {
        leaderboard: '/api/open/weekends/3/leaderboard.json',
        leaderboardCsv: '/api/open/weekends/3/leaderboard.csv',
        results: '/api/open/weekends/3/results.json',
        resultsCsv: '/api/open/weekends/3/results.csv',
        sessions: '/api/open/weekends/3/sessions.ics',
      },
    },
  })
export type OpenWeekend = z.infer<typeof openWeekendSchema>
