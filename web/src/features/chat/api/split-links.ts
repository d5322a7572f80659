export type TextPart = { text: string; href?: string }

const URL_PATTERN = /https?:\/\/[^\s<>"]+/gi
/** Punctuation of the sentence around a URL. */
const TRAILING_PUNCTUATION = /[.,;:!?'"]+$/

/** Removes punctuation at the end of a URL, and a closing bracket whose opening one precedes the URL. */
const trimUrl = (url: string): string => {
  const bare = url.replace(TRAILING_PUNCTUATION, '')
  const isBracketMatched = bare.split('(').length > bare.split(')').length - 1 && bare.includes('(')
  return bare.endsWith(')') && !isBracketMatched ? bare.slice(0, -1).replace(TRAILING_PUNCTUATION, '') : bare
}

/** Splits a message into text and links. */
export const splitLinks = (message: string): TextPart[] => {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: match, index } of message.matchAll(URL_PATTERN)) {
    const url = trimUrl(match)
    if (!URL.canParse(url)) continue
    if (index > from) parts.push({ text: message.slice(from, index) })
    parts.push({ text: url, href: url })
    from = index + url.length
  }
  if (from < message.length) parts.push({ text: message.slice(from) })
  return parts
}
