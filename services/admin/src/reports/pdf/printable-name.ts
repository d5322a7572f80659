const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What people see as characters. */
export const charactersOf = (text: string): string[] => [...characters.segment(text)].map(({ segment }) => segment)

const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/**
 * A text as one line of what the fonts can draw: those of Europe and Vietnam. Letters in fancy dress are the letters they
 * mean. Where too little would be left to know anybody by (another script, emoji), `instead` is said.
 */
export const shownName = (name: string, canDraw: (codePoint: number) => boolean, instead: string): string => {
  const line = name.normalize('NFKC').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
  const drawn = [...line]
    .filter((character) => canDraw(character.codePointAt(0) ?? 0))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim()
  const kept = countLetters(drawn)
  return kept === 0 || kept * 2 < countLetters(line) ? instead : drawn
}

/** As much of a line as fits, with an ellipsis where something was left out. */
export const fitted = (line: string, widest: number, widthOf: (text: string) => number): string => {
  if (widthOf(line) <= widest) return line
  const shown = charactersOf(line)
  let [fits, tooMany] = [0, shown.length]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if (widthOf(`${shown.slice(0, middle).join('').trimEnd()}…`) <= widest) fits = middle
    else tooMany = middle
  }
  return `${shown.slice(0, fits).join('').trimEnd()}…`
}
