import { checkRecording } from '../src/recording/check-recording.ts'
import type { Recording, RecordingInput } from '../src/recording/recording.ts'

const category = 'Repco Supercars Championship'
const at = (time: string) => `2026-03-14T${time}:00Z`
const order = (...cars: number[]) => cars.map((car, i) => ({ position: i + 1, car, status: 'classified' as const }))

/** A weekend of a few seconds: two races, three cars, a correction, a withdrawal, a car that returns. */
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

/** The small weekend with groups: members join in every way, leave, rejoin, are approved and rejected. */
export const groupWeekend = (): RecordingInput => {
  const weekend = smallWeekend()
  const when = (time: string) => ({ at: at(time) })
  const own = [{ category, first: 300, second: 2, third: 1 }]
  weekend.groups = [
    {
      name: 'Mates',
      founder: 'early',
      founded: at('08:31'),
      hidePoints: true,
      preventPoints: true,
      points: own,
      members: [
        {
          fan: 'late',
          stays: [
            {
              by: 'user',
              when: when('08:34'),
              approved: when('08:40'),
              ends: { when: when('09:20'), how: 'rejected' },
            },
            { by: 'user', when: when('09:25') },
          ],
        },
        { generated: { count: 2 }, stays: [{ by: 'mail', when: when('08:35'), approved: when('09:15') }] },
        {
          generated: { count: 1 },
          stays: [{ by: 'link', when: when('08:36'), ends: { when: when('09:18'), how: 'leaves' } }],
        },
        { generated: { share: 0.2 }, stays: [{ by: 'link', when: when('08:37') }] },
      ],
      changes: [{ at: at('09:22'), points: null, preventPoints: false }],
    },
    {
      name: 'Club',
      founder: { generated: 1 },
      founded: at('08:32'),
      private: true,
      autoApprove: true,
      lockAfterFirst: true,
      members: [
        { fan: 'early', stays: [{ by: 'user', when: when('08:39') }] },
        { generated: { count: 3 }, stays: [{ by: 'user', when: when('08:38') }] },
      ],
      changes: [{ at: at('09:22'), sessions: ['race'] }],
    },
    { name: 'Gone', founder: 'late', founded: at('08:33'), deleted: at('09:23') },
  ]
  const [late, early] = weekend.fans.listed ?? []
  late?.tips.unshift(
    { when: when('08:36'), category, car: 1, group: 'Mates' },
    { when: when('09:22'), category, car: 2, group: 'Mates' },
  )
  early?.tips.push(
    { when: when('08:50'), category, car: 2, group: 'Mates' },
    { when: when('08:50'), category, car: 2, group: 'Club' },
    { when: when('09:21'), category, car: 1, group: 'Club' },
  )
  return weekend
}

const checked = (weekend: RecordingInput): Recording => {
  const { recording, issues } = checkRecording(weekend)
  if (!recording) throw new Error(JSON.stringify(issues))
  return recording
}

export const smallRecording = (): Recording => checked(smallWeekend())
export const groupRecording = (): Recording => checked(groupWeekend())
