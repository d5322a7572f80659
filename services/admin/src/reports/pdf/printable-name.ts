const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a text into graphemes. */
export const charactersOf = (text: string): string[] => [...characters.segment(text)].map(({ segment }) => segment)

const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/**
 * Returns a text as one line that the fonts can print: letters of Europe and Vietnam.
 * Decorated letters become plain ones. Returns `fallback` if too little would be left to recognise a name (another
 * script, emoji).
 */
export const printableName = (name: string, canDraw: (codePoint: number) => boolean, fallback: string): string => {
  const line = name.normalize('NFKC').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
  const printable = [...line]
    .filter((character) => canDraw(character.codePointAt(0) ?? 0))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim()
  const remaining = countLetters(printable)
  return remaining === 0 || remaining * 2 < countLetters(line) ? fallback : printable
}

/** Cuts a line to a width, with an ellipsis. */
export const fitText = (line: string, maxWidth: number, widthOf: (text: string) => number): string => {
  if (widthOf(line) <= maxWidth) return line
  const graphemes = charactersOf(line)
  let [fits, tooMany] = [0, graphemes.length]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (widthOf(`${graphemes.slice(0, middle).join('').trimEnd()}…`) <= maxWidth) fits = middle
    else tooMany = middle
  }
  return `${graphemes.slice(0, fits).join('').trimEnd()}…`
}
