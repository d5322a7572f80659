/** Builds the Cookie header from a reply's Set-Cookie lines; null without any. */
export const readCookies = (setCookie: string | undefined): string | null => {
  const pairs = (setCookie ?? '').split('\n').flatMap((line) => {
    const pair = line.split(';')[0]?.trim() ?? ''
    return pair.includes('=') && !pair.endsWith('=') ? [pair] : []
  })
  return pairs.length > 0 ? pairs.join('; ') : null
}
