export type TextPart = { text: string; href?: string }

const ADDRESS = /https?:\/\/[^\s<>"]+/gi
/** Punctuation at the end of a URL that belongs to the sentence. */
const AT_THE_END = /[.,;:!?'"]+$/

const closing = (address: string): string => {
  const bare = address.replace(AT_THE_END, '')
  const isOpened = bare.split('(').length > bare.split(')').length - 1 && bare.includes('(')
  return bare.endsWith(')') && !isOpened ? bare.slice(0, -1).replace(AT_THE_END, '') : bare
}

/** Splits a message into text and links. */
export const splitLinks = (message: string): TextPart[] => {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: matchedAddress, index } of message.matchAll(ADDRESS)) {
    const address = closing(matchedAddress)
    if (!URL.canParse(address)) continue
    if (index > from) parts.push({ text: message.slice(from, index) })
    parts.push({ text: address, href: address })
    from = index + address.length
  }
  if (from < message.length) parts.push({ text: message.slice(from) })
  return parts
}
