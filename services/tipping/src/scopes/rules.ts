import type { Points } from '@purple-sector/contracts/categories'

/** The rules of a scope. Versioned: a race is scored by those in force when it locked (docs/rules.md, Scoring). */
export type ScopeRules = {
  /** The races that count; saved empty means all. */
  selectedRaceIds: number[]
  useCustomPoints: boolean
  /** By category id; a missing category has `CUSTOM_DEFAULT`. */
  customPoints: Partial<Record<string, Points>>
  hidePointsUntilApproved: boolean
  preventPointsUntilApproved: boolean
  lockTipsAfterFirstEvent: boolean
}

/** Points of a category that a group's own point system leaves out (docs/rules.md, Scoring). */
export const CUSTOM_DEFAULT: Points = { first: 25, second: 18, third: 15 }

/** The open competition has one rule: which races count. */
export const openRules = (productRaceIds: number[]): ScopeRules => ({
  selectedRaceIds: productRaceIds,
  useCustomPoints: false,
  customPoints: {},
  hidePointsUntilApproved: false,
  preventPointsUntilApproved: false,
  lockTipsAfterFirstEvent: false,
})
