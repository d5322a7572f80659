import type { Tip } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { raceReply } from '@purple-sector/testing/replies'
import { describe, expect, test } from 'vitest'
import {
  type CategoryCard,
  cardsOf,
  closesAt,
  firstOpen,
  hasLocked,
  isClosedByFirst,
  isOut,
  OPEN_COMPETITION,
  outLabel,
  stateOf,
} from './tip-card-state.ts'

const MAIN = 'Repco Supercars Championship'
const SUPER2 = 'Dunlop Super2 Series'
const now = Date.parse('2026-11-21T04:00:00.000Z')
const race = (id: number, deadline: string | null, overrides: Partial<Race> = {}): Race =>
  raceReply({ id, deadline, ...overrides })
const past = race(1, '2026-11-21T03:58:00.000Z')
const ahead = race(2, '2026-11-21T06:00:00.000Z')
const tip = { id: 5, categoryId: 1, category: MAIN, carId: 7, groupId: null } as Tip
const card = (overrides: Partial<CategoryCard> = {}): CategoryCard => ({
  categoryId: 1,
  category: MAIN,
  counting: [past, ahead],
  tip,
  competition: OPEN_COMPETITION,
  ...overrides,
})
const inputs = (overrides: object = {}) => ({
  now,
  pick: undefined,
  isSubmitting: false,
  isTipOut: false,
  isAnnounced: true,
  ...overrides,
})

describe('the state of a tip card', () => {
  test('changes a card from none to picked, submitting and saved', () => {
    expect(stateOf(card({ tip: undefined }), inputs())).toBe('none')
    expect(stateOf(card({ tip: undefined }), inputs({ pick: 12 }))).toBe('picked')
    expect(stateOf(card(), inputs({ pick: 12, isSubmitting: true }))).toBe('submitting')
    expect(stateOf(card(), inputs())).toBe('saved')
  })
  test('shows a card of a weekend that is not announced as such, unless it has locked', () => {
    expect(stateOf(card({ tip: undefined }), inputs({ pick: 12, isAnnounced: false }))).toBe('unannounced')
    expect(stateOf(card(), inputs({ isAnnounced: false }))).toBe('unannounced')
    expect(stateOf(card({ counting: [past] }), inputs({ isAnnounced: false }))).toBe('locked')
  })
  test('keeps a card saved when the saved car is picked again', () => {
    expect(stateOf(card(), inputs({ pick: 7 }))).toBe('saved')
  })
  test('shows a card as out while the saved car is, and as picked once another is selected', () => {
    expect(stateOf(card(), inputs({ isTipOut: true }))).toBe('out')
    expect(stateOf(card(), inputs({ isTipOut: true, pick: 12 }))).toBe('picked')
  })
  test('shows a card as out when the picked car goes out before it is submitted', () => {
    expect(stateOf(card(), inputs({ pick: 12, isPickOut: true }))).toBe('out')
    expect(stateOf(card({ tip: undefined }), inputs({ pick: 12, isPickOut: true }))).toBe('out')
  })
  test('shows a card as out for a withdrawn car, whatever its status', () => {
    expect([isOut({ status: 'active', withdrawn: false }), isOut({ status: 'active', withdrawn: true })]).toEqual([
      false,
      true,
    ])
    expect(outLabel({ status: 'dnf', withdrawn: true })).toBe('Withdrawn')
    expect(outLabel({ status: 'dnf', withdrawn: false })).toBe('DNF')
    expect(outLabel(undefined)).toBe('Withdrawn')
  })
  test('locks a card at the last deadline by the clock alone', () => {
    expect(stateOf(card({ counting: [past] }), inputs({ pick: 12 }))).toBe('locked')
    expect(stateOf(card({ counting: [race(3, null, { locked: true })] }), inputs())).toBe('locked')
  })
})

describe('the races a tip counts for', () => {
  test('counts a tip from the first open race by deadline', () => {
    expect(firstOpen([race(4, null), ahead, past], now)).toBe(ahead)
  })
  test('closes tips at the last deadline, which is unknown while a race without a time is open', () => {
    expect(closesAt(card({ counting: [ahead, past] }))).toBe('2026-11-21T06:00:00.000Z')
    expect(closesAt(card({ counting: [ahead, race(4, null)] }))).toBeNull()
  })
})

describe('the tip cards of a weekend', () => {
  test('returns one card per category with a counting race, in order, with its sector tip', () => {
    const practice = race(9, null, { category: SUPER2, sessionType: 'practice' })
    const groupTip = { ...tip, id: 6, groupId: 3 }
    const cards = cardsOf([ahead, practice], [groupTip, tip], [])
    expect(cards.map(({ category, tip: visible }) => [category, visible?.id])).toEqual([[MAIN, 5]])
  })
  test('shows the maximum points of a race on a card', () => {
    const counting = [ahead, race(3, null, { pointsAwarded: { first: 900, second: 2, third: 1 } })]
    expect(OPEN_COMPETITION.maxPoints({ category: MAIN, counting })).toBe(900)
  })
})

describe('a group that locks tips after its first event', () => {
  const group = { ...OPEN_COMPETITION, groupId: 3, lockTipsAfterFirstEvent: true }
  const first = race(1, '2026-11-21T03:58:00.000Z', { scheduledStart: '2026-11-21T04:00:00.000Z', locked: true })
  const later = race(2, '2026-11-21T05:58:00.000Z', { scheduledStart: '2026-11-21T06:00:00.000Z' })
  const groupCard = card({ counting: [first, later], competition: group })

  test('locks a group’s tips from the first start, not in the two minutes before it', () => {
    expect(stateOf(groupCard, inputs({ now: now - 1 }))).toBe('saved')
    expect(stateOf(groupCard, inputs())).toBe('locked')
    expect(isClosedByFirst(groupCard, now)).toBe(true)
    expect(hasLocked(groupCard, now)).toBe(false)
  })
  test('locks a group’s tips when a race runs early', () => {
    const early = card({ counting: [{ ...later, status: 'running' }, later], competition: group })
    expect(stateOf(early, inputs({ now: now - 86_400_000 }))).toBe('locked')
  })
  test('shows when a group’s tips lock: at the first start, or the only deadline', () => {
    expect(closesAt(groupCard)).toBe(first.scheduledStart)
    expect(closesAt(card({ counting: [later], competition: group }))).toBe(later.deadline)
  })
  test('locks nothing in the open competition', () => {
    expect(stateOf(card({ counting: [first, later] }), inputs())).toBe('saved')
  })
  test("shows only the group's tip", () => {
    const groupTip = { ...tip, id: 6, groupId: 3 }
    expect(cardsOf([later], [tip, groupTip], [], group)[0]?.tip?.id).toBe(6)
    expect(cardsOf([later], [tip], [], group)[0]?.tip).toBeUndefined()
  })
})
