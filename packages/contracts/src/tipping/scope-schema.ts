import { z } from 'zod'
import { isSeasonScope, isWeekendScope, parseScope, type SeasonScope, type WeekendScope } from './scope.ts'

const groupId = z.number().int().nullable()

/** The scope of a weekend in a body. */
export const scopeSchema = z.object({ weekendId: z.number().int(), groupId }) satisfies z.ZodType<WeekendScope>
/** The scope of a season in a body. */
export const seasonScopeSchema = z.object({ seasonId: z.number().int(), groupId }) satisfies z.ZodType<SeasonScope>

/** The scope of a weekend in a query: its text form. */
export const scopeInQuery = z.string().transform((key, { issues }): WeekendScope => {
  const scope = parseScope(key)
  if (scope && isWeekendScope(scope)) return scope
  issues.push({ code: 'custom', message: 'must name the scope of a weekend', input: key })
  return z.NEVER
})

/** The scope of a season in a query: its text form. */
export const seasonScopeInQuery = z.string().transform((key, { issues }): SeasonScope => {
  const scope = parseScope(key)
  if (scope && isSeasonScope(scope)) return scope
  issues.push({ code: 'custom', message: 'must name the scope of a season', input: key })
  return z.NEVER
})
