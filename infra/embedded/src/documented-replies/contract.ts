import { readFileSync } from 'node:fs'

const page = readFileSync(new URL('../../../../docs/contract.md', import.meta.url), 'utf8')

/** Error statuses of calls in docs/contract.md, such as `409`, except those that need too many calls. */
export const errorStatusesInContract: ReadonlyMap<string, readonly string[]> = new Map(
  [...page.matchAll(/^\| `(\w+ \S+)` \| \w+ \| (.*) \|$/gm)].map(([, name = '', reply = '']) => [
    name,
    [...new Set(reply.match(/\b40[0349]\b/g))],
  ]),
)
