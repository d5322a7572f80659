import type { ReportedCar, ReportedCategory, ReportedRace, WeekendReport } from '../../src/reports/weekend-report.ts'

const CATEGORIES = [
  ['Repco Supercars Championship', 'Supercars', 26],
  ['Boost Mobile TTSO', 'TTSO', 22],
  ['Dunlop Super2 Series', 'Super2', 20],
  ['Heritage Touring Cars', 'Heritage', 31],
  ['Porsche Carrera Cup Australia', 'Porsche', 29],
  ['TOYOTA GAZOO Racing Australia GR CUP', 'GR Cup', 27],
  ['Tyrepower V8 SuperUte Series', 'SuperUtes', 24],
  ['Australian Superbike Championship', 'Superbikes', 26],
] as const
const TYPES = ['practice', 'qualifying', 'shootout', 'race1', 'race2', 'race3', 'race4', 'practice'] as const
const NAMES = ['Practice 1', 'Qualifying', 'Top Ten Shootout', 'Race 1', 'Race 2', 'Race 3', 'Race 4', 'Practice 2']
const DRIVERS = [
  'Broc Feeney',
  'Chaz Mostert',
  'Will Brown',
  'Matthew Payne',
  'Cameron Waters',
  'Brodie Kostecki',
  'Thomas Randle',
  'Anton De Pasquale',
  'Maximilian Alexander Featherstonehaugh-Vandenberg',
  'Łukasz Żółtowski',
  'André Heimgartner',
  'Иван Петров',
  'Nguyễn Văn Đức',
  'Ryan Wood',
  'Kai Allen',
  'James Golding',
  'David Reynolds',
  'Nick Percat',
]
const TEAMS = ['Triple Eight Race Engineering', 'Walkinshaw TWG', 'Tickford', 'Penrite Racing', 'Brad Jones Racing']

/** Generates the same numbers each time. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const carsOf = (count: number, next: (below: number) => number): ReportedCar[] => {
  const fastest = 76_000 + next(9_000)
  return Array.from({ length: count }, (_, index) => {
    const isOut = index >= count - 2
    return {
      position: isOut ? null : index + 1,
      status: isOut ? (index === count - 1 ? 'dsq' : 'dnf') : 'classified',
      plate: index === 3 ? '05' : String(2 + index * 3 + next(3)),
      driver: DRIVERS[(index * 7 + next(5)) % DRIVERS.length] ?? '',
      team: TEAMS[index % TEAMS.length] ?? '',
      laps: isOut ? 12 + next(9) : index > 17 ? 33 : 34,
      bestLapMs: fastest + next(4_000) + next(10) / 10,
      gapMs: isOut || index === 0 ? null : index * 1_730 + next(1_600),
    }
  })
}

const raceOf = (id: number, nth: number, cars: number, next: (below: number) => number): ReportedRace => {
  const timeAt = (hour: number) => new Date(Date.UTC(2026, 10, 20 + Math.floor(nth / 3), hour - 11, 5)).toISOString()
  const hour = 12 + (nth % 4)
  const base = {
    id,
    name: NAMES[nth] ?? `Session ${nth}`,
    sessionType: TYPES[nth] ?? 'practice',
    startTime: timeAt(hour),
  }
  if (nth === 6 && id % 3 === 0) return { ...base, revisions: [], cars: [], points: null }
  const provisional = { revision: 1, status: 'provisional', reason: null, publishedAt: timeAt(hour + 1) } as const
  const official = { revision: 2, status: 'official', reason: null, publishedAt: timeAt(hour + 2) } as const
  const reason =
    'Car 8: 15 s added for a restart infringement on lap 31; car 55 excluded for a technical breach of ride height (stewards’ decision 14).'
  const amended = { revision: 3, status: 'amended', reason, publishedAt: timeAt(hour + 4) } as const
  const cancelled = {
    revision: 2,
    status: 'cancelled',
    reason: 'Abandoned: fog.',
    publishedAt: timeAt(hour + 2),
  } as const
  const isCancelled = nth === 5 && id % 4 === 2
  const revisions = isCancelled
    ? [provisional, cancelled]
    : nth === 4
      ? [provisional, official, amended]
      : nth % 2 === 0
        ? [provisional, official]
        : [provisional]
  const isScored = base.sessionType !== 'practice' && !isCancelled
  return { ...base, revisions, cars: isCancelled ? [] : carsOf(cars, next), points: isScored ? next(16_000) : null }
}

/** A full weekend: eight categories and 60 sessions, names of every script that the fonts have and of some they lack. */
export const aWeekendReport = (overrides: Partial<WeekendReport> = {}): WeekendReport => {
  const next = numbers(7)
  const categories = CATEGORIES.map(([name, shortName, cars], index): ReportedCategory => {
    const races = Array.from({ length: index < 4 ? 8 : 7 }, (_, nth) => raceOf(index * 10 + nth + 1, nth, cars, next))
    const total = 40 + next(160)
    const drivers = index === 4 ? [] : index === 2 ? ['Broc Feeney', 'Chaz Mostert'] : [DRIVERS[index + 5] ?? '']
    const poll = drivers.length === 0 ? null : { drivers, votes: Math.ceil(total * 0.38), total }
    return { id: index + 1, name, shortName, races, racers: Math.max(30, 1_150 - index * 140 - next(60)), poll }
  })
  const names = [
    'marshal_post9',
    'heeltoe.hana',
    'BoxBoxBec',
    'mountain_mae',
    'wetline',
    'Turn2Terry',
    'Priscilla Featherstonehaugh-Montgomery-Vandenberg of the Mountain',
    '山田太郎',
    'Żaneta Ćwik',
    'Priya R',
  ]
  const points = [221, 214, 209, 198, 190, 187, 181, 181, 164, 160]
  const top = names.map((name, index) => ({
    position: index === 7 ? 7 : index + 1,
    isShared: index === 6 || index === 7,
    name,
    points: points[index] ?? 0,
    tips: 8 - (index % 3),
    picks: { first: 4 - (index % 4), second: 3 + (index % 2), third: index % 5 },
  }))
  return {
    weekend: {
      name: 'Southern Cross 500',
      venue: 'Kingsway Street Circuit, Adelaide',
      startDate: '2026-11-20',
      endDate: '2026-11-22',
      timeZone: 'Australia/Adelaide',
    },
    madeAt: '2026-11-22T07:42:00.000Z',
    categories,
    participants: 1206,
    tips: 6_144,
    top,
    votes: 712,
    ...overrides,
  }
}
