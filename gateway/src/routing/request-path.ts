/** A request's target in its one canonical spelling. `segments` are decoded; `query` keeps its `?`, or is empty. */
export type RequestPath = { segments: string[]; path: string; query: string }

/** Nothing encoded, nothing to argue about: by far the most. */
const PLAIN = /^(?:\/[A-Za-z0-9_~@-][A-Za-z0-9_~@.-]*)+$/

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Empty and dot segments, and backslashes or control characters behind an encoding, are read in more than one way. */
const isNormalizedSegment = (segment: string | undefined): segment is string =>
  segment !== undefined && segment !== '' && segment !== '.' && segment !== '..' && !/[\\\p{Cc}]/u.test(segment)

/** So are slashes behind an encoding, but where the last segment is known to be free text. */
const hasUnambiguousSlashes = (segments: string[], endsInText: (segments: string[]) => boolean): boolean => {
  const at = segments.findIndex((segment) => segment.includes('/'))
  return at === -1 || (at === segments.length - 1 && endsInText(segments))
}

/**
 * Reads a raw request target. Undefined for everything that could be read as another path than the one matched: `//`,
 * `.` and `..`, `%2f`, `%5c`, control characters, broken encodings, fragments, absolute forms. What is forwarded is
 * `path`, encoded anew from what was matched, so that gateway and service cannot disagree about it.
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

/** `/tipping` for `/tipping/`, which people type: where to go instead; undefined where nothing honest is left of it. */
export const withoutLastSlash = (target: string): string | undefined => {
  const queryAt = target.indexOf('?')
  const raw = queryAt === -1 ? target : target.slice(0, queryAt)
  if (!raw.endsWith('/')) return undefined
  const read = readRequestPath(raw.slice(0, -1))
  return read && isPage(read) ? read.path + (queryAt === -1 ? '' : target.slice(queryAt)) : undefined
}

/**
 * `/groups/join/%25zz` for `/groups/join/%zz`, a link that was cut off within what it encodes: read as it stands, so that
 * the app can say that it leads nowhere. Undefined where that is not all that is wrong with it.
 */
export const withEscapedPercents = (target: string): string | undefined => {
  const queryAt = target.indexOf('?')
  const parts = (queryAt === -1 ? target : target.slice(0, queryAt)).slice(1).split('/')
  if (parts.every((part) => decoded(part) !== undefined)) return undefined
  const raw = parts.map((part) => (decoded(part) === undefined ? encodeURIComponent(part) : part)).join('/')
  const read = readRequestPath(`/${raw}${queryAt === -1 ? '' : target.slice(queryAt)}`)
  return read && isPage(read) ? read.path + read.query : undefined
}
