import type { RecordingInput } from '../recording.ts'
import { carStatuses } from './car-statuses.ts'
import { entryLists } from './entry-lists.ts'
import { listedFans } from './listed-fans.ts'
import { on } from './programme.ts'
import { weekendSessions } from './sessions.ts'

const seed = 20260313

/** The shipped weekend: five categories, twenty sessions, and everything that goes wrong on a real one. */
export function shippedWeekend(): RecordingInput {
  const entries = entryLists(seed)
  const statuses = carStatuses(entries)
  const sessions = weekendSessions(entries, seed)
  const all = sessions.map(({ id }) => id)
  return {
    format: 'purple-sector/recording',
    version: 1,
    weekend: {
      name: 'Derwent 500',
      description: 'A made-up weekend of five categories, with made-up drivers and teams.',
      venue: 'Derwent Reach Street Circuit',
      startDate: '2026-03-13',
      endDate: '2026-03-15',
      timeZone: 'Australia/Hobart',
    },
    categories: entries.map(({ category, cars }) => ({ category, cars })),
    sessions,
    filter: [
      {
        at: on('thu', '20:00'),
        sessions: all.filter((id) => id !== 'superutes-qualifying' && id !== 'supercars-qualifying-2'),
      },
      { at: on('sat', '19:00'), sessions: all.filter((id) => id !== 'superutes-qualifying') },
    ],
    carStatuses: statuses,
    fans: { tipsOpen: on('thu', '18:00'), generated: { seed: 500, count: 200 }, listed: listedFans(entries) },
  }
}
