import type { Random } from '../random.ts'
import type { Category } from '../recording.ts'
import type { EntryList } from './entry-lists.ts'
import { carreraCup, grCup, on, quick, super2, superUtes } from './programme.ts'
import type { SessionInput } from './sessions.ts'
import { carAt, type Pace, penalise, simulateQualifying, simulateRace } from './simulated-race.ts'

/** The four support categories, each with its share of the weekend's trouble. */
export function supportSessions(entries: EntryList[], random: Random): SessionInput[] {
  const paceOf = (wanted: Category): Pace => entries.find(({ category }) => category === wanted)!.pace
  return [
    ...super2Sessions(paceOf(super2), quick(entries, super2, 3), random),
    ...carreraCupSessions(paceOf(carreraCup), quick(entries, carreraCup, 2), random),
    ...grCupSessions(paceOf(grCup), quick(entries, grCup, 3), random),
    ...superUteSessions(paceOf(superUtes), quick(entries, superUtes, 5), random),
  ]
}

const gridOf = (rows: { car: number }[]) => rows.map(({ car }) => car)

/** A race stopped by a red flag and scored as it stood; a car withdrawn afterwards. */
function super2Sessions(pace: Pace, withdrawn: number, random: Random): SessionInput[] {
  const category = super2
  const qualifying = simulateQualifying(pace, random)
  const race1 = simulateRace(pace, { order: gridOf(qualifying), lapCount: 9, retiresOnLap: { [withdrawn]: 9 } }, random)
  const race2 = simulateRace(pace, { order: gridOf(race1.classification), lapCount: 20, absent: [withdrawn] }, random)
  return [
    {
      id: 'super2-qualifying',
      category,
      type: 'qualifying',
      name: 'Super2 Qualifying',
      plannedStart: on('fri', '10:10'),
      ran: { start: on('fri', '10:11'), finish: on('fri', '10:31') },
      results: [
        { at: on('fri', '10:36'), status: 'provisional', classification: qualifying, sentTwice: true },
        { at: on('fri', '11:06'), status: 'official', classification: qualifying },
      ],
    },
    {
      id: 'super2-race-1',
      category,
      type: 'race1',
      name: 'Super2 Race 1',
      distance: '20 laps',
      plannedStart: on('sat', '10:00'),
      ran: { start: on('sat', '10:00'), finish: on('sat', '10:34') },
      redFlags: [
        { at: on('sat', '10:17'), until: null, reason: `Car ${withdrawn} on its roof at turn 9, driver well` },
      ],
      laps: race1.laps,
      results: [
        {
          at: on('sat', '10:40'),
          status: 'provisional',
          classification: race1.classification,
          reason: 'Red flag: result as after lap 9 of 20.',
        },
        { at: on('sat', '11:30'), status: 'official', classification: race1.classification },
      ],
    },
    {
      id: 'super2-race-2',
      category,
      type: 'race2',
      name: 'Super2 Race 2',
      points: { first: 25, second: 18, third: 15 },
      plannedStart: on('sun', '12:10'),
      ran: { start: on('sun', '12:10'), finish: on('sun', '12:45') },
      results: [{ at: on('sun', '12:50'), status: 'official', classification: race2.classification }],
    },
  ]
}

/** A round cancelled because of a storm. */
function carreraCupSessions(pace: Pace, puncture: number, random: Random): SessionInput[] {
  const category = carreraCup
  const qualifying = simulateQualifying(pace, random)
  const race1 = simulateRace(pace, { order: gridOf(qualifying), lapCount: 16, retiresOnLap: { [puncture]: 9 } }, random)
  const race3 = simulateRace(pace, { order: gridOf(race1.classification), lapCount: 18 }, random)
  return [
    {
      id: 'carrera-cup-qualifying',
      category,
      type: 'qualifying',
      name: 'Carrera Cup Qualifying',
      plannedStart: on('fri', '11:00'),
      ran: { start: on('fri', '11:00'), finish: on('fri', '11:30') },
      results: [{ at: on('fri', '11:36'), status: 'official', classification: qualifying }],
    },
    {
      id: 'carrera-cup-race-1',
      category,
      type: 'race1',
      name: 'Carrera Cup Race 1',
      plannedStart: on('fri', '16:25'),
      ran: { start: on('fri', '16:28'), finish: on('fri', '16:56') },
      results: [
        { at: on('fri', '17:00'), status: 'provisional', classification: race1.classification },
        {
          at: on('fri', '17:45'),
          status: 'amended',
          classification: penalise(race1.classification, carAt(race1.classification, 2), 30_000),
          reason: 'Thirty seconds added to second place: jumped start.',
        },
      ],
    },
    {
      id: 'carrera-cup-race-2',
      category,
      type: 'race2',
      name: 'Carrera Cup Race 2',
      plannedStart: on('sat', '12:25'),
      ran: null,
      results: [
        {
          at: on('sat', '12:05'),
          status: 'cancelled',
          classification: [],
          reason: 'Round cancelled: storm over the circuit.',
        },
      ],
    },
    {
      id: 'carrera-cup-race-3',
      category,
      type: 'race3',
      name: 'Carrera Cup Race 3',
      plannedStart: on('sun', '13:50'),
      ran: { start: on('sun', '13:50'), finish: on('sun', '14:20') },
      results: [
        { at: on('sun', '14:24'), status: 'provisional', classification: race3.classification },
        { at: on('sun', '14:50'), status: 'official', classification: race3.classification },
      ],
    },
  ]
}

/** Two sessions without a time in the programme, one moved earlier, one result withdrawn and given again. */
function grCupSessions(pace: Pace, lateEntry: number, random: Random): SessionInput[] {
  const category = grCup
  const qualifying = simulateQualifying(pace, random, [lateEntry])
  const race1 = simulateRace(pace, { order: gridOf(qualifying), lapCount: 12 }, random)
  const race2 = simulateRace(pace, { order: gridOf(race1.classification), lapCount: 12 }, random)
  return [
    {
      id: 'gr-cup-qualifying',
      category,
      type: 'qualifying',
      name: 'GR Cup Qualifying',
      description: 'After Carrera Cup.',
      plannedStart: null,
      ran: { start: on('fri', '11:55'), finish: on('fri', '12:10') },
      results: [{ at: on('fri', '12:15'), status: 'official', classification: qualifying }],
    },
    {
      id: 'gr-cup-race-1',
      category,
      type: 'race1',
      name: 'GR Cup Race 1',
      plannedStart: on('sat', '16:40'),
      moves: [{ at: on('sat', '12:20'), start: on('sat', '13:20') }],
      ran: { start: on('sat', '13:20'), finish: on('sat', '13:42') },
      results: [{ at: on('sat', '13:46'), status: 'official', classification: race1.classification }],
    },
    {
      id: 'gr-cup-race-2',
      category,
      type: 'race2',
      name: 'GR Cup Race 2',
      description: 'After Super2.',
      plannedStart: null,
      ran: { start: on('sun', '13:05'), finish: on('sun', '13:27') },
      results: [
        { at: on('sun', '13:32'), status: 'provisional', classification: race2.classification },
        {
          at: on('sun', '14:10'),
          status: 'cancelled',
          classification: [],
          reason: 'Result withdrawn: fault in the timing loop.',
        },
        {
          at: on('sun', '16:50'),
          status: 'official',
          classification: penalise(race2.classification, carAt(race2.classification, 1), 10_000),
          reason: 'Result restored from the marshals’ lap charts.',
        },
      ],
    },
  ]
}

/** Set running early before a storm; later moved later on the day. */
function superUteSessions(pace: Pace, dead: number, random: Random): SessionInput[] {
  const category = superUtes
  const qualifying = simulateQualifying(pace, random)
  const race1 = simulateRace(pace, { order: gridOf(qualifying), lapCount: 10, retiresOnLap: { [dead]: 4 } }, random)
  const race2 = simulateRace(pace, { order: gridOf(race1.classification), lapCount: 10, absent: [dead] }, random)
  return [
    {
      id: 'superutes-qualifying',
      category,
      type: 'qualifying',
      name: 'SuperUtes Qualifying',
      plannedStart: on('fri', '12:40'),
      ran: { start: on('fri', '12:40'), finish: on('fri', '12:55') },
      results: [{ at: on('fri', '13:00'), status: 'official', classification: qualifying }],
    },
    {
      id: 'superutes-race-1',
      category,
      type: 'race1',
      name: 'SuperUtes Race 1',
      description: 'Started early, ahead of the wind.',
      plannedStart: on('sat', '09:30'),
      ran: { start: on('sat', '08:50'), finish: on('sat', '09:08') },
      results: [{ at: on('sat', '09:12'), status: 'official', classification: race1.classification }],
    },
    {
      id: 'superutes-race-2',
      category,
      type: 'race2',
      name: 'SuperUtes Race 2',
      plannedStart: on('sun', '10:40'),
      moves: [{ at: on('sun', '10:05'), start: on('sun', '11:30') }],
      ran: { start: on('sun', '11:30'), finish: on('sun', '11:48') },
      results: [{ at: on('sun', '11:52'), status: 'provisional', classification: race2.classification }],
    },
  ]
}
