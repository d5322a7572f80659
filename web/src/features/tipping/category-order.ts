import type { Category } from '@purple-sector/contracts/categories'

/** The categories in the order every list uses (spec part 1 section 9); the contract's own list would bring zod along. */
export const CATEGORY_ORDER: readonly Category[] = [
  'Repco Supercars Championship',
  'Boost Mobile TTSO',
  'Dunlop Super2 Series',
  'Heritage Touring Cars',
  'Porsche Carrera Cup Australia',
  'TOYOTA GAZOO Racing Australia GR CUP',
  'Tyrepower V8 SuperUte Series',
  'Australian Superbike Championship',
]
