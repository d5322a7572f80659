import { z } from 'zod'
import { parseScope, type Scope } from './scope.ts'

/** A scope in a body. */
export const scopeSchema = z.object({
  weekendId: z.number().int(),
  groupId: z.number().int().nullable(),
}) satisfies z.ZodType<Scope>

/** A scope in a query: its text form. */
export const scopeInQuery = z.string().transform((key, { issues }): Scope => {
  const scope = parseScope(key)
  if (scope) return scope
  issues.push({ code: 'custom', message: 'must name a scope', input: key })
  return z.NEVER
})
