const messageFor = (text: string): string | undefined => {
  if (text.includes('\u0000')) return 'must not contain a NUL character'
  return text.isWellFormed() ? undefined : 'must not contain half a character (a lone surrogate)'
}

/**
 * Finds the first text of a body that Postgres cannot store, so that it is rejected with its field's name instead of
 * failing in the database. Iterative, because bodies may be nested deeper than the call stack.
 */
export const findUnstorable = (body: unknown): { path: string; message: string } | undefined => {
  const pending: [value: unknown, path: string][] = [[body, '']]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [value, path] = next
    if (typeof value === 'string') {
      const message = messageFor(value)
      if (message) return { path: path || 'body', message }
    } else if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) pending.push([inner, path ? `${path}.${key}` : key])
    }
  }
  return undefined
}
