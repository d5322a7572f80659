import { environmentLines } from '../infrastructure/environment-lines.ts'

const PAIR = ['IDENTITY_PRIVATE_KEY', 'IDENTITY_PUBLIC_KEY'] as const

/** Returns the names that have a value in the text of an env file. */
const namesWithValue = (text: string): Set<string> =>
  new Set([...text.matchAll(/^(?:export )?([A-Z][A-Z0-9_]*)=(?!\s*(?:""|'')?\s*$)/gm)].map(([, name = '']) => name))

/** Removes lines that name one of these without a value. */
const withoutEmpty = (text: string, names: readonly string[]): string =>
  text
    .split('\n')
    .filter((line) => !names.some((name) => new RegExp(`^(?:export )?${name}=`).test(line)))
    .join('\n')

/**
 * Adds the secrets that an env file lacks, such as those a newer version needs.
 * Existing values are unchanged. Throws when half of the key pair is missing: a new half would not match the other.
 */
export const withMissingSecrets = (
  text: string,
  secrets: Readonly<Record<string, string>>,
): { text: string; added: string[] } => {
  const present = namesWithValue(text)
  const missing = Object.entries(secrets).filter(([name]) => !present.has(name))
  const added = missing.map(([name]) => name)
  const missingHalf = PAIR.filter((name) => added.includes(name))
  if (missingHalf.length === 1)
    throw new Error(
      `${missingHalf[0]} is missing, and belongs to ${PAIR.find((name) => name !== missingHalf[0])}: put it back, or remove both to have a new pair made.`,
    )
  const remaining = withoutEmpty(text, added)
  const start = remaining === '' || remaining.endsWith('\n') ? remaining : `${remaining}\n`
  return { text: start + environmentLines(Object.fromEntries(missing)), added }
}
