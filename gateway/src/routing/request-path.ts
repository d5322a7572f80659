/** A request target in canonical spelling. `segments` are decoded; `query` keeps its `?`, or is empty. */
export type RequestPath = { segments: string[]; path: string; query: string }

/** Paths without encoded characters: nearly all requests. */
const PLAIN = /^(?:\/[A-Za-z0-9_~@-][A-Za-z0-9_~@.-]*)+$/

const decodeSegment = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Whether a segment is unambiguous: not empty, no dots, no encoded backslash or control character. */
const isNormalizedSegment = (segment: string | undefined): segment is string =>
  segment !== undefined && segment !== '' && segment !== '.' && segment !== '..' && !/[\\\p{Cc}]/u.test(segment)

/** Whether no segment has an encoded slash, except a last segment that is free text. */
const hasUnambiguousSlashes = (segments: string[], endsInText: (segments: string[]) => boolean): boolean => {
  const index = segments.findIndex((segment) => segment.includes('/'))
  return index === -1 || (index === segments.length - 1 && endsInText(segments))
}

/**
 * Parses a raw request target.
 * Undefined if another parser could read it as a different path: `//`, `.` and `..`, `%2f`, `%5c`, control characters,
 * broken encodings, fragments, absolute forms. The gateway forwards `path`, encoded again from the matched segments, so
 * that gateway and service cannot disagree about it.
 */
export const parseRequestPath = (
  target: string,
  endsInText: (segments: string[]) => boolean = () => false,
): RequestPath | undefined => {
  const queryIndex = target.indexOf('?')
  const raw = queryIndex === -1 ? target : target.slice(0, queryIndex)
  const query = queryIndex === -1 ? '' : target.slice(queryIndex)
  if (raw === '/') return { segments: [], path: '/', query }
  if (PLAIN.test(raw)) return { segments: raw.slice(1).split('/'), path: raw, query }
  if (!raw.startsWith('/') || raw.includes('#') || raw.includes('\\')) return undefined
  const segments: string[] = []
  for (const part of raw.slice(1).split('/')) {
    const segment = decodeSegment(part)
    if (!isNormalizedSegment(segment)) return undefined
    segments.push(segment)
  }
  if (!hasUnambiguousSlashes(segments, endsInText)) return undefined
  return { segments, path: `/${segments.map(encodeURIComponent).join('/')}`, query }
}

const isPage = ({ segments, path }: RequestPath): boolean =>
  segments.length > 0 && (segments[0] !== 'api' || path === '/api/docs')

/** The redirect target `/tipping` for `/tipping/`, which people type; undefined if the rest is no valid page path. */
export const withoutLastSlash = (target: string): string | undefined => {
  const queryIndex = target.indexOf('?')
  const raw = queryIndex === -1 ? target : target.slice(0, queryIndex)
  if (!raw.endsWith('/')) return undefined
  const parsed = parseRequestPath(raw.slice(0, -1))
  return parsed && isPage(parsed) ? parsed.path + (queryIndex === -1 ? '' : target.slice(queryIndex)) : undefined
}

/**
 * The redirect target `/groups/join/%25zz` for `/groups/join/%zz`, a link that was cut off within an encoding.
 * With its `%` escaped the app can show that the link is invalid. Undefined if the path has other defects, or none.
 */
export const withEscapedPercents = (target: string): string | undefined => {
  const queryIndex = target.indexOf('?')
  const parts = (queryIndex === -1 ? target : target.slice(0, queryIndex)).slice(1).split('/')
  if (parts.every((part) => decodeSegment(part) !== undefined)) return undefined
  const raw = parts.map((part) => (decodeSegment(part) === undefined ? encodeURIComponent(part) : part)).join('/')
  const parsed = parseRequestPath(`/${raw}${queryIndex === -1 ? '' : target.slice(queryIndex)}`)
  return parsed && isPage(parsed) ? parsed.path + parsed.query : undefined
}
