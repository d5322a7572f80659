/* Letters of other alphabets, and digits, that look like a Latin letter. */
const LATIN: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', е: 'e', ё: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x' },
  ...{ і: 'i', ѕ: 's', ј: 'j', ԁ: 'd', ԛ: 'q', ѡ: 'w' },
  ...{ α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x' },
  ...{ '0': 'o', '1': 'l', ı: 'i', '|': 'l' },
}
/** Diacritics, blanks, and invisible characters. */
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\s]+/gu

/** Maps texts that look the same to the same text, whatever characters they use. */
export const appearanceOf = (text: string): string =>
  Array.from(text.normalize('NFKD').toLowerCase().replaceAll(UNSEEN, ''), (letter) => LATIN[letter] ?? letter).join('')
