import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { groupReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import { summaryOf } from './tips-summary.ts'

const MAIN = { categoryId: 1, category: 'Repco Supercars Championship' }
const SUPER2 = { categoryId: 3, category: 'Dunlop Super2 Series' }
const PORSCHE = { categoryId: 5, category: 'Porsche Carrera Cup Australia' }
const now = Date.parse('2026-11-21T04:00:00.000Z')
const race = (category: typeof MAIN, deadline: string) =>
  ({ id: 1, ...category, sessionType: 'race1', deadline, locked: false }) as Race
const tip = (overrides: Partial<Tip>) =>
  ({ ...MAIN, groupId: null, tipSource: 'sector', points: 0, car: { status: 'active' }, ...overrides }) as Tip
const races = [
  race(MAIN, '2026-11-21T06:00:00.000Z'),
  race(SUPER2, '2026-11-21T03:00:00.000Z'),
  race(PORSCHE, '2026-11-22T01:00:00.000Z'),
]
const groups = [groupReply({ id: 4 }), groupReply({ id: 5, name: 'Apex Predators', approvalStatus: 'pending' })]
const summary = (tips: Tip[]) => summaryOf(tips, races, [], groups, now)

describe('the summary of my tips', () => {
  test('separates sector and group tips and their points', () => {
    const visible = summary([tip({ points: 25 }), tip({ points: 10, groupId: 4, tipSource: 'group' })])
    expect([visible.sectorTips.length, visible.groupTips.length]).toEqual([1, 1])
    expect([visible.sectorPoints, visible.groupPoints]).toEqual([25, 10])
  })
  test('excludes and counts groups that have not approved the fan', () => {
    const inGroup = (groupId: number) => tip({ groupId, tipSource: 'group', points: 10 })
    const visible = summary([inGroup(4), inGroup(4), inGroup(5), inGroup(6)])
    expect([visible.groupPoints, visible.groups, visible.pendingGroups]).toEqual([30, 3, 1])
    expect(visible.groupTips.map(({ group }) => group?.name)).toEqual([
      undefined,
      'Apex Predators',
      'Pit Lane Pundits',
      'Pit Lane Pundits',
    ])
  })
  test('treats a tip without source and group as a sector tip', () => {
    expect(summary([tip({ tipSource: undefined })]).sectorTips).toHaveLength(1)
  })
  test('shows each category as saved, locked, out or open', () => {
    const tips = [tip({}), tip(SUPER2), tip({ ...PORSCHE, car: { status: 'dnf' } as Tip['car'] })]
    expect(summary(tips).segments).toEqual(['green', 'grey', 'red'])
    const withdrawn = tip({ car: { status: 'active', withdrawn: true } as Tip['car'] })
    expect(summary([withdrawn]).segments).toEqual(['red', 'open', 'open'])
    expect(summary([]).segments).toEqual(['open', 'open', 'open'])
  })
  test('lists categories that still accept a tip, with their closing times', () => {
    expect(summary([]).notTipped).toEqual([
      { category: MAIN.category, closes: '2026-11-21T06:00:00.000Z' },
      { category: PORSCHE.category, closes: '2026-11-22T01:00:00.000Z' },
    ])
  })
})
