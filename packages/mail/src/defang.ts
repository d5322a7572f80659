/**
 * Defangs a user-provided name, so that mail programs neither link nor decode it.
 * Mail programs turn text that looks like an address into a link, with any kind of dot, and decode `=?` in a subject as
 * encoded text. A zero-width joiner separates those characters.
 */
export const defang = (name: string): string =>
  name.replaceAll(/[.\u2024\u3002\uff0e\uff61:\uff1a/\uff0f@\uff20](?=\S)|=(?=\?)/gu, '$&\u2060')
