import type { Points } from '@purple-sector/contracts/categories'
import type { Category } from '@purple-sector/contracts/weekends/http'

type Preset = {
  name: string
  /** Suffix in brackets after the name. */
  suffix?: string
  /** Points by the ids of the founding categories. */
  points: Readonly<Record<number, Points>>
}

const give = (first: number, second: number, third: number): Points => ({ first, second, third })

const [SUPERCARS, HERITAGE, SUPER2, PORSCHE, GR_CUP, SUPER_UTE] = [1, 4, 3, 5, 6, 7]

const preset = (
  name: string,
  suffix: string | undefined,
  [supercars, super2, superUte, grCup, porsche, heritage]: readonly [Points, Points, Points, Points, Points, Points],
): Preset => ({
  name,
  ...(suffix !== undefined && { suffix }),
  points: {
    [SUPERCARS]: supercars,
    [SUPER2]: super2,
    [SUPER_UTE]: superUte,
    [GR_CUP]: grCup,
    [PORSCHE]: porsche,
    [HERITAGE]: heritage,
  },
})

/** Predefined points for the six founding categories: Supercars, Super2, SuperUte, GR Cup, Porsche, Heritage. */
export const PRESETS: readonly Preset[] = [
  preset('Supercars Main Race', '300 pts', [
    give(150, 120, 99),
    give(75, 60, 50),
    give(50, 40, 33),
    give(40, 32, 26),
    give(40, 32, 26),
    give(35, 28, 23),
  ]),
  preset('Sprint Race', '100km', [
    give(60, 48, 39),
    give(30, 24, 20),
    give(20, 16, 13),
    give(16, 13, 11),
    give(16, 13, 11),
    give(14, 11, 9),
  ]),
  preset('Qualifying Points', undefined, [
    give(15, 12, 10),
    give(8, 6, 5),
    give(5, 4, 3),
    give(4, 3, 2),
    give(4, 3, 2),
    give(3, 2, 1),
  ]),
  preset('Endurance', 'Bathurst/The Bend', [
    give(300, 240, 198),
    give(150, 120, 99),
    give(100, 80, 66),
    give(80, 64, 53),
    give(80, 64, 53),
    give(70, 56, 46),
  ]),
]

/**
 * Returns the points of a category in a preset: the main category gets those of Supercars, an unnamed one those in the
 * middle.
 */
export const presetPoints = ({ points }: Preset, { id, isMain }: Pick<Category, 'id' | 'isMain'>): Points => {
  const values = points[isMain ? SUPERCARS : id] ?? points[PORSCHE]
  if (!values) throw new Error('A preset has no points for Porsche')
  return values
}
