/** A request target in canonical spelling. `segments` are decoded; `query` keeps its `?`, or is empty. */
export type RequestPath = { segments: string[]; path: string; query: string }

/** Paths without encoded characters, which nearly all are. */
const PLAIN = /^(?:\/[A-Za-z0-9_~@-][A-Za-z0-9_~@.-]*)+$/

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Rejects segments that are ambiguous: empty and dot segments, encoded backslashes and control characters. */
const isNormalizedSegment = (segment: string | undefined): segment is string =>
  segment !== undefined && segment !== '' && segment !== '.' && segment !== '..' && !/[\\\p{Cc}]/u.test(segment)

/** Encoded slashes are ambiguous too, except in a last segment that is known to be free text. */
const hasUnambiguousSlashes = (segments: string[], endsInText: (segments: string[]) => boolean): boolean => {
  const at = segments.findIndex((segment) => segment.includes('/'))
  return at === -1 || (at === segments.length - 1 && endsInText(segments))
}

/**
 * Parses a raw request target.
 * Undefined for everything that could be read as another path than the matched one: `//`, `.` and `..`, `%2f`, `%5c`,
 * control characters, broken encodings, fragments, absolute forms. What is forwarded is `path`, encoded again from what
 * was matched, so that gateway and service cannot disagree about it.
 */
export const readRequestPath = (
  target: string,
  endsInText: (segments: string[]) => boolean = () => false,
): RequestPath | undefined => {
  const queryAt = target.indexOf('?')
  const raw = queryAt === -1 ? target : target.slice(0, queryAt)
  const query = queryAt === -1 ? '' : target.slice(queryAt)
  if (raw === '/') return { segments: [], path: '/', query }
  if (PLAIN.test(raw)) return { segments: raw.slice(1).split('/'), path: raw, query }
  if (!raw.startsWith('/') || raw.includes('#') || raw.includes('\\')) return undefined
  const segments: string[] = []
  for (const part of raw.slice(1).split('/')) {
    const segment = decoded(part)
    if (!isNormalizedSegment(segment)) return undefined
    segments.push(segment)
  }
  if (!hasUnambiguousSlashes(segments, endsInText)) return undefined
  return { segments, path: `/${segments.map(encodeURIComponent).join('/')}`, query }
}

const isPage = ({ segments, path }: RequestPath): boolean =>
  segments.length > 0 && (segments[0] !== 'api' || path === '/api/docs')

/**
 * The redirect target `/tipping` for `/tipping/`, which people type; undefined where the rest is no valid page path.
 */
export const withoutLastSlash = (target: string): string | undefined => {
  const queryAt = target.indexOf('?')
  const raw = queryAt === -1 ? target : target.slice(0, queryAt)
  if (!raw.endsWith('/')) return undefined
  const read = readRequestPath(raw.slice(0, -1))
  return read && isPage(read) ? read.path + (queryAt === -1 ? '' : target.slice(queryAt)) : undefined
}

/**
 * The redirect target `/groups/join/%25zz` for `/groups/join/%zz`, a link that was cut off within an encoding.
 * With its `%` escaped the app can say that the link leads nowhere. Undefined where the path has other defects, or
 * none.
 */
export const withEscapedPercents = (target: string): string | undefined => {
  const queryAt = target.indexOf('?')
  const parts = (queryAt === -1 ? target : target.slice(0, queryAt)).slice(1).split('/')
  if (parts.every((part) => decoded(part) !== undefined)) return undefined
  const raw = parts.map((part) => (decoded(part) === undefined ? encodeURIComponent(part) : part)).join('/')
  const read = readRequestPath(`/${raw}${queryAt === -1 ? '' : target.slice(queryAt)}`)
  return read && isPage(read) ? read.path + read.query : undefined
}
