const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escaped HTML that may be inserted into a page unchanged. */
export type Html = { html: string }

const textOf = (value: string | Html): string =>
  typeof value === 'string' ? value.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : value.html

/** Template tag for HTML: escapes every value except `Html`. */
export const html = (parts: TemplateStringsArray, ...values: (string | Html)[]): Html => ({
  html: parts.map((part, index) => (index === 0 ? part : textOf(values[index - 1] ?? '') + part)).join(''),
})

export const nothing: Html = { html: '' }
