import { type SeasonScope, scopeKey } from '@purple-sector/contracts/tipping/scope'

export const ownSeasonKey = (scope: SeasonScope) => ['own-season', scopeKey(scope)] as const
export const chancesKey = (scope: SeasonScope) => ['season-chances', scopeKey(scope)] as const
