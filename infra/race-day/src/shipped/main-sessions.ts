import type { Random } from '../random.ts'
import type { EntryList } from './entry-lists.ts'
import { on, quick, supercars } from './programme.ts'
import type { SessionInput } from './sessions.ts'
import { carAt, disqualify, penalise, simulateQualifying, simulateRace, swap, withoutTimes } from './simulated-race.ts'

/** The main category: two practices, two qualifyings, a shootout, two races. */
export function mainSessions(entries: EntryList[], random: Random): SessionInput[] {
  const { pace } = entries.find(({ category }) => category === supercars)!
  const wreck = quick(entries, supercars, 2)
  const engine = quick(entries, supercars, 4)
  const category = supercars
  const practice1 = simulateQualifying(pace, random)
  const practice2 = simulateQualifying(pace, random)

  const qualifying1 = simulateQualifying(pace, random, [quick(entries, supercars, 20)])
  const shotOut = qualifying1.slice(0, 10).map(({ car }) => car)
  const shootout = simulateQualifying(new Map([...pace].filter(([car]) => shotOut.includes(car))), random)
  const grid1 = [...shootout, ...qualifying1.slice(10)].filter(({ status }) => status !== 'dns').map(({ car }) => car)

  const slow = quick(entries, supercars, 17)
  const race1 = simulateRace(pace, { order: grid1, lapCount: 30, retiresOnLap: { [wreck]: 12, [slow]: 21 } }, random)
  const protested = swap(race1.classification, carAt(race1.classification, 2), carAt(race1.classification, 3))
  const afterHearing = penalise(protested, carAt(protested, 3), 5_000)
  const nextDay = penalise(afterHearing, carAt(afterHearing, 1), 15_000)

  const combined = withoutTimes(simulateQualifying(pace, random, [wreck, engine]))
  const grid2 = combined.map(({ car }) => car)
  const race2 = simulateRace(
    pace,
    { order: grid2, lapCount: 34, retiresOnLap: { [slow]: 9 }, absent: [engine] },
    random,
  )
  const winner = carAt(race2.classification, 1)

  return [
    {
      id: 'supercars-practice-1',
      category,
      type: 'practice',
      name: 'Supercars Practice 1',
      plannedStart: on('fri', '09:00'),
      ran: { start: on('fri', '09:00'), finish: on('fri', '09:30') },
      results: [{ at: on('fri', '09:40'), status: 'official', classification: practice1 }],
    },
    {
      id: 'supercars-practice-2',
      category,
      type: 'practice',
      name: 'Supercars Practice 2',
      plannedStart: on('fri', '13:40'),
      ran: { start: on('fri', '13:42'), finish: on('fri', '14:12') },
      results: [{ at: on('fri', '14:20'), status: 'official', classification: practice2 }],
    },
    {
      id: 'supercars-qualifying-1',
      category,
      type: 'qualifying',
      name: 'Supercars Qualifying, Race 1',
      plannedStart: on('fri', '15:00'),
      ran: { start: on('fri', '15:00'), finish: on('fri', '15:20') },
      results: [
        { at: on('fri', '15:25'), status: 'provisional', classification: qualifying1, previewFirst: true },
        { at: on('fri', '16:05'), status: 'official', classification: qualifying1 },
      ],
    },
    {
      id: 'supercars-shootout',
      category,
      type: 'shootout',
      name: 'Top Ten Shootout',
      points: { first: 15, second: 10, third: 5 },
      plannedStart: on('sat', '11:10'),
      ran: { start: on('sat', '11:14'), finish: on('sat', '11:40') },
      results: [{ at: on('sat', '11:42'), status: 'official', classification: shootout }],
    },
    {
      id: 'supercars-race-1',
      category,
      type: 'race1',
      name: 'Supercars Race 1',
      distance: '30 laps, 102 km',
      track: 'Street circuit',
      plannedStart: on('sat', '14:30'),
      ran: { start: on('sat', '14:30'), finish: on('sat', '15:22') },
      laps: race1.laps,
      results: [
        { at: on('sat', '15:26'), status: 'provisional', classification: race1.classification, previewFirst: true },
        {
          at: on('sat', '16:10'),
          status: 'provisional',
          classification: protested,
          sentTwice: true,
          reason: 'Second and third places exchanged: overtaking under the safety car.',
        },
        {
          at: on('sat', '17:00'),
          status: 'provisional',
          classification: afterHearing,
          reason: 'Five seconds added to third place after a hearing: unsafe release.',
        },
        {
          at: on('sun', '09:30'),
          status: 'amended',
          classification: nextDay,
          previewFirst: true,
          reason: 'Fifteen seconds added to the winner: contact on the last lap, decided on Sunday morning.',
        },
      ],
    },
    {
      id: 'supercars-qualifying-2',
      category,
      type: 'qualifying',
      name: 'Supercars Qualifying, Race 2',
      description: 'Abandoned because of fog; the grid was drawn from the combined practice times.',
      plannedStart: on('sun', '10:00'),
      ran: null,
      results: [
        {
          at: on('sun', '09:10'),
          status: 'official',
          classification: combined,
          reason: 'Session abandoned because of fog: grid from the combined practice times.',
        },
      ],
    },
    {
      id: 'supercars-race-2',
      category,
      type: 'race2',
      name: 'Supercars Race 2',
      distance: '34 laps, 116 km',
      track: 'Street circuit',
      points: { first: 75, second: 40, third: 20 },
      plannedStart: on('sun', '15:00'),
      ran: { start: on('sun', '15:06'), finish: on('sun', '16:30') },
      redFlags: [{ at: on('sun', '15:31'), until: on('sun', '15:47'), reason: 'Barrier repair at turn 4' }],
      results: [
        { at: on('sun', '16:34'), status: 'provisional', classification: race2.classification },
        { at: on('sun', '17:20'), status: 'official', classification: race2.classification },
        {
          at: on('mon', '10:00'),
          status: 'amended',
          classification: disqualify(race2.classification, winner),
          previewFirst: true,
          reason: `Car ${winner} disqualified: ride height below the limit at the check of Monday.`,
        },
      ],
    },
  ]
}
