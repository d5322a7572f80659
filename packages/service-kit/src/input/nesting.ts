/** At least four times as deep as any legitimate body. */
const MAX_DEPTH = 32

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Returns the index of the closing quote of the string that starts at this quote. */
const endOfString = (json: string, quote: number): number => {
  let index = quote + 1
  while (index < json.length && json.charCodeAt(index) !== QUOTE) index += json.charCodeAt(index) === BACKSLASH ? 2 : 1
  return index
}

/**
 * Whether JSON is nested too deep, determined without parsing it: a megabyte of brackets would block the process for
 * some hundred milliseconds.
 */
export const isNestedTooDeep = (json: string): boolean => {
  let depth = 0
  for (let index = 0; index < json.length; index++) {
    const character = json.charCodeAt(index)
    if (character === QUOTE) index = endOfString(json, index)
    else if (character === OPEN_LIST || character === OPEN_OBJECT) {
      depth++
      if (depth > MAX_DEPTH) return true
    } else if (character === CLOSE_LIST || character === CLOSE_OBJECT) depth--
  }
  return false
}
