const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A piece of a page that may stand in it as it is. */
export type Html = { html: string }

const textOf = (value: string | Html): string =>
  typeof value === 'string' ? value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : value.html

/** Writes HTML: what comes from outside is escaped, only `Html` stands as it is. */
export const html = (parts: TemplateStringsArray, ...values: (string | Html)[]): Html => ({
  html: parts.map((part, index) => (index === 0 ? part : textOf(values[index - 1] ?? '') + part)).join(''),
})

export const nothing: Html = { html: '' }
