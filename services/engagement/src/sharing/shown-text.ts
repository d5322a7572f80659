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

/** What the fonts of the pictures can draw: Latin and Cyrillic letters, digits, and what stands between them. */
const DRAWN = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Mn}\d \p{P}$+<=>^`|~£€©®°±·×÷™–—]/u

/**
 * A name as a picture can show it, or what is said instead: of one in another script, or of emoji, too little would be
 * left to know anybody by.
 */
export const drawnName = (name: string, instead: string): string => {
  const line = name.normalize('NFC').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
  const letters = charactersOf(line).filter((character) => /[\p{L}\p{N}]/u.test(character))
  const drawn = charactersOf(line)
    .filter((character) => [...character].every((part) => DRAWN.test(part)))
    .join('')
    .replaceAll(/ +/g, ' ')
    .trim()
  const kept = charactersOf(drawn).filter((character) => /[\p{L}\p{N}]/u.test(character))
  return kept.length === 0 || kept.length * 2 < letters.length ? instead : drawn
}
