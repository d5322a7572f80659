import type { z } from 'zod'

/** Names of environment variables. */
export type Settings = {
  /** Variables without which a process of the distributed product does not start. */
  required: readonly string[]
  /** Variables with a default. */
  optional: readonly string[]
}

/**
 * Returns the variables that a schema reads: its keys. `required` adds variables that have a default only in the
 * embedded product, or that are read elsewhere.
 */
export const settingsOf = (schema: z.ZodObject, { required = [] }: { required?: string[] } = {}): Settings => {
  const names = Object.keys(schema.shape)
  const isNeeded = (name: string): boolean => !schema.shape[name]?.safeParse(undefined).success
  const needed = new Set([...names.filter(isNeeded), ...required])
  return { required: [...needed], optional: names.filter((name) => !needed.has(name)) }
}
