import { z } from 'zod'

/**
 * What a page of the web app begins with, as its build says it (`web/route-manifest-plugin.ts`): files that its document names, so that
 * they come beside the app's script, and reads that come with the document. `:weekendId` in a read is the weekend that is
 * shown, any other `:part` what stands there in the page's address.
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

/** Those of a build; none where it says none. */
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

/** The opening of the page at an address, with the parts of that address put into its reads. */
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

/** A read with its parts in their places; one that is not known stays as it is written. */
export const withParts = (read: string, parts: ReadonlyMap<string, string>): string =>
  read.replaceAll(/:(\w+)/g, (written, name) => {
    const part = parts.get(name)
    return part === undefined ? written : encodeURIComponent(part)
  })
