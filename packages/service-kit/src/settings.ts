import type { z } from 'zod'

/** Names of variables of the environment. */
export type Settings = {
  /** Without these a process of the distributed way does not start. */
  required: readonly string[]
  /** These have a standard value. */
  optional: readonly string[]
}

/**
 * The variables that a schema reads: its keys. `required` names some that have a value of their own only where one
 * process is the whole product, or that are read elsewhere.
 */
export const settingsOf = (schema: z.ZodObject, { required = [] }: { required?: string[] } = {}): Settings => {
  const names = Object.keys(schema.shape)
  const isNeeded = (name: string): boolean => !schema.shape[name]?.safeParse(undefined).success
  const needed = new Set([...names.filter(isNeeded), ...required])
  return { required: [...needed], optional: names.filter((name) => !needed.has(name)) }
}
