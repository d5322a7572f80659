import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'

/** A weekend for tests. */
export const aWeekend = (over: Partial<Weekend> = {}): Weekend => ({
  id: 1,
  name: 'Southern Cross 500',
  description: '',
  venue: 'Kingsway Street Circuit',
  startDate: '2026-11-20',
  endDate: '2026-11-22',
  date: '2026-11-20',
  timeZone: 'Australia/Adelaide',
  status: 'inactive',
  isActive: true,
  productRaceIds: [],
  ...over,
})

/** A session for tests. */
export const aRace = (over: Partial<Race> = {}): Race => ({
  id: 1,
  weekendId: 1,
  name: 'Race 1',
  category: 'Repco Supercars Championship',
  sessionType: 'race1',
  raceNumber: 1,
  status: 'upcoming',
  startTime: null,
  scheduledTime: null,
  scheduledStart: null,
  deadline: null,
  locked: false,
  description: '',
  distance: 'TBD',
  track: 'TBD',
  pointsAwarded: { first: 50, second: 25, third: 15 },
  pointsSource: 'category',
  categoryImage: null,
  completedAt: null,
  resultRevision: null,
  resultStatus: null,
  ...over,
})
