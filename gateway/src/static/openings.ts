import { z } from 'zod'

/**
 * What a page of the web app begins with, as its build says it (`web/page-openings.ts`): files that its document names, so that
 * they come beside the app's script, and reads that come with the document. `:weekendId` in a read is the weekend that is
 * shown, any other `:part` what stands there in the page's address.
 */
export type Opening = { pattern: string; scripts: string[]; styles: string[]; reads: string[] }

const openingsSchema = z.array(
  z.object({
    pattern: z.string(),
    scripts: z.array(z.string()),
    styles: z.array(z.string()),
    reads: z.array(z.string()),
  }),
)

/** Those of a build; none where it says none. */
export const parseOpenings = (text: string | undefined): readonly Opening[] =>
  text === undefined ? [] : openingsSchema.parse(JSON.parse(text))

const partsIn = (pattern: string, segments: readonly string[]): Map<string, string> | undefined => {
  const steps = pattern.split('/').filter((step) => step !== '')
  if (steps.length !== segments.length) return undefined
  const parts = new Map<string, string>()
  for (const [index, step] of steps.entries()) {
    const segment = segments[index] ?? ''
    if (step.startsWith(':')) parts.set(step.slice(1), segment)
    else if (step !== segment) return undefined
  }
  return parts
}

/** The opening of the page at an address, with the parts of that address put into its reads. */
export const openingAt = (openings: readonly Opening[], segments: readonly string[]): Opening | undefined => {
  for (const opening of openings) {
    const parts = partsIn(opening.pattern, segments)
    if (parts) return { ...opening, reads: opening.reads.map((read) => withParts(read, parts)) }
  }
  return undefined
}

/** A read with its parts in their places; one that is not known stays as it is written. */
export const withParts = (read: string, parts: ReadonlyMap<string, string>): string =>
  read.replaceAll(/:(\w+)/g, (written, name) => {
    const part = parts.get(name)
    return part === undefined ? written : encodeURIComponent(part)
  })
