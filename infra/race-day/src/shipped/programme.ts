import type { Category } from '../recording.ts'
import type { EntryList } from './entry-lists.ts'

const days = { thu: '2026-03-12', fri: '2026-03-13', sat: '2026-03-14', sun: '2026-03-15', mon: '2026-03-16' }

export type Day = keyof typeof days

/** A moment of the weekend in Hobart's daylight-saving time. */
export const on = (day: Day, time: string): string => `${days[day]}T${time}:00+11:00`

export const supercars = 'Repco Supercars Championship'
export const super2 = 'Dunlop Super2 Series'
export const carreraCup = 'Porsche Carrera Cup Australia'
export const grCup = 'TOYOTA GAZOO Racing Australia GR CUP'
export const superUtes = 'Tyrepower V8 SuperUte Series'

/** The car that is nth on pace (1 = quickest), so that the story happens to cars that fans tip. */
export function quick(entries: EntryList[], category: Category, nth: number): number {
  const pace = entries.find((entry) => entry.category === category)?.pace ?? new Map<number, number>()
  const car = [...pace].sort((a, b) => a[1] - b[1])[nth - 1]
  if (!car) throw new Error(`${category} has no ${nth} cars`)
  return car[0]
}
