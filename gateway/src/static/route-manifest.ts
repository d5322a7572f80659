import { z } from 'zod'

/**
 * An entry of the route manifest, written by the web build (`web/build/route-manifest-plugin.ts`).
 * The page's document links scripts and styles, so that they load in parallel with the app's script, and embeds the
 * prefetched replies of reads. `:weekendId` in a read is the visible weekend, `:seasonId` the current season, any other
 * `:part` comes from the address.
 */
export type PageManifest = { pattern: string; scripts: string[]; styles: string[]; reads: string[] }

const routeManifestSchema = z.array(
  z.object({
    pattern: z.string(),
    scripts: z.array(z.string()),
    styles: z.array(z.string()),
    reads: z.array(z.string()),
  }),
)

/** Parses the route manifest of a build; empty if there is none. */
export const parseRouteManifest = (text: string | undefined): readonly PageManifest[] =>
  text === undefined ? [] : routeManifestSchema.parse(JSON.parse(text))

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

/** The manifest entry of the page at an address, with parameters filled into its reads. */
export const pageManifestAt = (
  routeManifest: readonly PageManifest[],
  segments: readonly string[],
): PageManifest | undefined => {
  for (const pageManifest of routeManifest) {
    const parts = partsIn(pageManifest.pattern, segments)
    if (parts) return { ...pageManifest, reads: pageManifest.reads.map((read) => withParts(read, parts)) }
  }
  return undefined
}

/** Fills parameters into a read; keeps the placeholders of unknown ones. */
export const withParts = (read: string, parts: ReadonlyMap<string, string>): string =>
  read.replaceAll(/:(\w+)/g, (placeholder, name) => {
    const part = parts.get(name)
    return part === undefined ? placeholder : encodeURIComponent(part)
  })
