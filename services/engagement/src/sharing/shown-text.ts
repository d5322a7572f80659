const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What people see as characters. */
const charactersOf = (text: string): string[] => [...characters.segment(text)].map(({ segment }) => segment)

/** No longer than so many characters, with an ellipsis where something was left out. */
export const clipped = (text: string, longest: number): string => {
  const shown = charactersOf(text)
  if (shown.length <= longest) return text
  return `${shown
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`
}

/**
 * A name that somebody made up as one line of a post: nothing that turns it around or hides in it, and nothing of which a
 * network makes a mention, a tag or a link of its own.
 */
export const postName = (name: string, longest: number): string => {
  const line = name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[@\uff20#\uff03$\uff04]/gu, '')
    .replaceAll(/[.\u2024\u3002\uff0e\uff61:\uff1a/\uff0f](?=\S)/gu, '$& ')
    .replaceAll(/ +/gu, ' ')
    .trim()
  return clipped(line, longest)
}

/** What the fonts of the pictures have for certain: letters of Europe and Vietnam, digits, what stands between them. */
const DRAWN =
  /[\x20-\x7e\u00a1-\u00ac\u00ae-\u017f\u0192\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u0400-\u045f\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac\u2122]/gu

const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

/**
 * A name as a picture can show it, or what is said instead: of one in another script, or of emoji, too little would be
 * left to know anybody by. Letters in fancy dress are the letters they mean.
 */
export const drawnName = (name: string, instead: string): string => {
  const line = name.normalize('NFKC').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
  const drawn = (line.match(DRAWN) ?? []).join('').replaceAll(/ +/g, ' ').trim()
  const kept = countLetters(drawn)
  return kept === 0 || kept * 2 < countLetters(line) ? instead : drawn
}
