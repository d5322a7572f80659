import { type SeasonScope, scopeKey } from '@purple-sector/contracts/tipping/scope'

export const ownSeasonKey = (scope: SeasonScope) => ['own-season', scopeKey(scope)] as const
/** The chances of every competition. */
export const allChancesKey = ['season-chances'] as const
export const chancesKey = (scope: SeasonScope) => [...allChancesKey, scopeKey(scope)] as const
