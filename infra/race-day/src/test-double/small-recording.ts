import { checkRecording } from '../check-recording.ts'
import type { Recording, RecordingInput } from '../recording.ts'

const category = 'Repco Supercars Championship'
const at = (time: string) => `2026-03-14T${time}:00Z`
const order = (...cars: number[]) => cars.map((car, i) => ({ position: i + 1, car, status: 'classified' as const }))

/** Two races, three cars, a correction, a withdrawal and a car that comes back: a weekend of a few seconds. */
export const smallWeekend = (): RecordingInput => ({
  format: 'purple-sector/recording',
  version: 1,
  weekend: { name: 'Small', startDate: '2026-03-14', endDate: '2026-03-14', timeZone: 'UTC' },
  categories: [
    {
      category,
      cars: [1, 2, 3].map((number) => ({ number, driver: `Driver ${number}`, team: 'Team', manufacturer: 'Ford' })),
    },
  ],
  sessions: [
    {
      id: 'qualifying',
      category,
      type: 'qualifying',
      name: 'Qualifying',
      plannedStart: at('09:00'),
      ran: { start: at('09:00'), finish: at('09:10') },
      results: [
        { at: at('09:11'), status: 'provisional', classification: order(1, 2, 3), previewFirst: true, sentTwice: true },
        { at: at('10:00'), status: 'amended', classification: order(2, 1, 3), reason: 'Penalty' },
      ],
    },
    {
      id: 'race',
      category,
      type: 'race1',
      name: 'Race',
      plannedStart: null,
      ran: { start: at('09:40'), finish: at('09:50') },
      results: [{ at: at('09:51'), status: 'official', classification: order(3, 1, 2) }],
    },
  ],
  carStatuses: [
    { at: at('09:05'), category, car: 3, status: 'withdrawn' },
    { at: at('09:20'), category, car: 3, status: 'active' },
  ],
  fans: {
    tipsOpen: at('08:30'),
    generated: { seed: 1, count: 12 },
    listed: [
      { name: 'late', tips: [{ when: { lockOf: 'race', seconds: 0.3 }, category, car: 1 }] },
      {
        name: 'early',
        tips: [
          { when: { at: at('08:30') }, category, car: 1 },
          { when: { lockOf: 'qualifying', seconds: 0.1 }, category, car: 2 },
        ],
      },
    ],
  },
})

export const smallRecording = (): Recording => {
  const { recording, issues } = checkRecording(smallWeekend())
  if (!recording) throw new Error(JSON.stringify(issues))
  return recording
}
