import type { RecordingInput } from '../recording.ts'
import type { EntryList } from './entry-lists.ts'
import { carreraCup, grCup, on, quick, super2, supercars, superUtes } from './programme.ts'

type ListedFan = NonNullable<RecordingInput['fans']['listed']>[number]

/** Fans with a character of their own; the rest are generated. */
export function listedFans(entries: EntryList[]): ListedFan[] {
  const car = (category: Parameters<typeof quick>[1], nth: number) => ({ category, car: quick(entries, category, nth) })
  const at = (day: Parameters<typeof on>[0], time: string) => ({ when: { at: on(day, time) } })
  const around = (lockOf: string, seconds: number) => ({ when: { lockOf, seconds } })
  return [
    {
      name: 'Early_Bird',
      tips: [
        { ...at('thu', '18:00'), ...car(supercars, 1) },
        { ...at('thu', '18:02'), ...car(super2, 1) },
        { ...at('thu', '18:04'), ...car(carreraCup, 1) },
        { ...at('thu', '18:06'), ...car(grCup, 1) },
        { ...at('thu', '18:08'), ...car(superUtes, 1) },
      ],
    },
    {
      name: 'last.second',
      tips: [
        { ...around('supercars-qualifying-1', -1), ...car(supercars, 1) },
        { ...around('supercars-qualifying-1', 1), ...car(supercars, 3) },
        { ...around('supercars-race-1', -0.5), ...car(supercars, 2) },
        { ...around('supercars-race-1', 0.5), ...car(supercars, 1) },
        { ...around('supercars-race-2', -1), ...car(supercars, 5) },
        { ...around('supercars-race-2', 1), ...car(supercars, 6) },
      ],
    },
    {
      name: 'Too-Late',
      tips: [
        { ...around('gr-cup-race-2', 1), ...car(grCup, 1) },
        { ...around('superutes-race-2', 1), ...car(superUtes, 1) },
      ],
    },
    {
      name: 'wreck_lover',
      tips: [
        { ...at('sat', '09:00'), ...car(supercars, 3) },
        { ...at('sat', '17:30'), ...car(supercars, 2) },
        { ...at('sun', '08:40'), ...car(supercars, 2) },
        { ...at('sun', '14:40'), ...car(supercars, 4) },
      ],
    },
    {
      name: 'DoubleClick',
      tips: [
        { ...at('thu', '18:30'), ...car(supercars, 1), doubleClick: true },
        { ...at('fri', '09:45'), ...car(carreraCup, 3), doubleClick: true },
        { ...around('carrera-cup-race-3', -1), ...car(carreraCup, 1), doubleClick: true },
        { ...around('carrera-cup-race-3', 1), ...car(carreraCup, 1), doubleClick: true },
      ],
    },
    {
      name: 'loyal-friend',
      tips: [
        { ...at('fri', '09:50'), ...car(super2, 3) },
        { ...at('sat', '13:00'), ...car(super2, 3) },
        { ...at('sat', '18:00'), ...car(super2, 2) },
        { ...at('sat', '18:30'), ...car(super2, 3) },
      ],
    },
    { name: 'just-watching', tips: [] },
  ]
}
